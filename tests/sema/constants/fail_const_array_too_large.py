# RUN: kernelc build %s --sig 'float64[::1]' --emit kir
import numpy as np
from numba import cuda

ZEROS = np.zeros((3000, 3000))

@cuda.jit
def k(out):
    # CHECK-ERR: fail_const_array_too_large.py:[[@LINE+4]]:14: error: `ZEROS` has 72000000 bytes, and arrays of the file up to 67108864 in kernels [ConstantTooLarge]
    # CHECK-ERR:     out[0] = ZEROS[1, 2]
    # CHECK-ERR:              ^~~~~
    # CHECK-ERR: help: pass it as a parameter
    out[0] = ZEROS[1, 2]
