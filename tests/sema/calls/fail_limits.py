# RUN: kernelc check %s
from numba import cuda
import numpy as np

@cuda.jit("void(float32[:], int32[:])")
def k(a, b):
    # CHECK-ERR: fail_limits.py:[[@LINE+3]]:21: error: `np.finfo` wants a type of floats, not the type int32 [ArgumentType]
    # CHECK-ERR:     a[0] = np.finfo(b.dtype).eps
    # CHECK-ERR:                     ^~~~~~~
    a[0] = np.finfo(b.dtype).eps
    # CHECK-ERR: fail_limits.py:[[@LINE+3]]:21: error: `np.iinfo` wants an integer type, not the type float32 [ArgumentType]
    # CHECK-ERR:     b[0] = np.iinfo(a.dtype).max
    # CHECK-ERR:                     ^~~~~~~
    b[0] = np.iinfo(a.dtype).max
    # CHECK-ERR: fail_limits.py:[[@LINE+6]]:12: error: `np.finfo(a.dtype)` has no attribute `nothing` [UnknownAttribute]
    # CHECK-ERR:     a[1] = np.finfo(a.dtype).nothing
    # CHECK-ERR:            ^~~~~~~~~~~~~~~~~~~~~~~~~
    # CHECK-ERR: fail_limits.py:[[@LINE+3]]:12: note: of the class finfo
    # CHECK-ERR:     a[1] = np.finfo(a.dtype).nothing
    # CHECK-ERR:            ~~~~~~~~~~~~~~~~~
    a[1] = np.finfo(a.dtype).nothing
