# RUN: kernelc build %s --sig 'float64[::1]' --emit kir
import numpy as np
from numba import cuda

ZEROS = np.zeros((3000, 3000))

@cuda.jit
def k(out):
    # CHECK-ERR: fail_const_array_too_large.py:[[@LINE+7]]:14: error: `ZEROS` has more than a million elements, and arrays of the file up to as many in kernels [ConstantTooLarge]
    # CHECK-ERR:     out[0] = ZEROS[1, 2]
    # CHECK-ERR:              ^~~~~
    # CHECK-ERR: fail_const_array_too_large.py:[[@LINE-7]]:1: note: made here
    # CHECK-ERR: ZEROS = np.zeros((3000, 3000))
    # CHECK-ERR: ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
    # CHECK-ERR: help: pass it as a parameter
    out[0] = ZEROS[1, 2]
