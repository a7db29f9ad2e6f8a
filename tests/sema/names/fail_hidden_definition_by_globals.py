# RUN: kernelc run %s k out=zeros:int64:2
from numba import cuda

for name, value in [("A", 1), ("B", 2)]:
    globals()[name] = value


@cuda.jit
def k(out):
    # CHECK-ERR: fail_hidden_definition_by_globals.py:[[@LINE+14]]:14: error: `A` is not defined by the text of the file, and it makes names in other ways [HiddenDefinition]
    # CHECK-ERR:     out[0] = A + B
    # CHECK-ERR:              ^
    # CHECK-ERR: fail_hidden_definition_by_globals.py:[[@LINE-8]]:5: note: may define it
    # CHECK-ERR:     globals()[name] = value
    # CHECK-ERR:     ~~~~~~~~~~~~~~~
    # CHECK-ERR: help: define it in the file, or make it a parameter
    # CHECK-ERR: fail_hidden_definition_by_globals.py:[[@LINE+7]]:18: error: `B` is not defined by the text of the file, and it makes names in other ways [HiddenDefinition]
    # CHECK-ERR:     out[0] = A + B
    # CHECK-ERR:                  ^
    # CHECK-ERR: fail_hidden_definition_by_globals.py:[[@LINE-15]]:5: note: may define it
    # CHECK-ERR:     globals()[name] = value
    # CHECK-ERR:     ~~~~~~~~~~~~~~~
    # CHECK-ERR: help: define it in the file, or make it a parameter
    out[0] = A + B
