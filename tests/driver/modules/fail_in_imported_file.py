# RUN: kernelc build %s -k k --sig 'int64[::1]' --emit kir
# CHECK-ERR: inputs/wrong.py:2:16: error: name `factor` is not defined [UnknownName]
# CHECK-ERR:     return x * factor
# CHECK-ERR:                ^~~~~~
# CHECK-ERR: fail_in_imported_file.py:[[@LINE+10]]:14: note: called here
# CHECK-ERR:     out[0] = wrong.undefined_inside(1)
# CHECK-ERR:              ~~~~~~~~~~~~~~~~~~~~~~~~~
# CHECK-ERR: note: `undefined_inside` was compiled for (int64)
# CHECK-ERR: help: define it in the file, or make it a parameter
from inputs import wrong
from numba import cuda

@cuda.jit
def k(out):
    out[0] = wrong.undefined_inside(1)
