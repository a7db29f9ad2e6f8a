# RUN: kernelc run %s k out=zeros:float64:4 --device cpu
from fail_import_cycle import SIZE as OTHER, OTHER as SIZE
from numba import cuda


@cuda.jit
def k(out):
    # CHECK-ERR: fail_import_cycle.py:[[@LINE+7]]:14: error: `SIZE` is imported in a circle: fail_import_cycle.py, fail_import_cycle.py, fail_import_cycle.py [ImportCycle]
    # CHECK-ERR:     out[0] = SIZE
    # CHECK-ERR:              ^~~~
    # CHECK-ERR: fail_import_cycle.py:[[@LINE-9]]:46: note: imported here
    # CHECK-ERR: from fail_import_cycle import SIZE as OTHER, OTHER as SIZE
    # CHECK-ERR:                                              ~~~~~~~~~~~~~
    # CHECK-ERR: help: import it from the file that defines it
    out[0] = SIZE

