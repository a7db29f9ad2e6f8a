# RUN: kernelc check %s
from kernelc import *

@kernel
def k(a: float32[:]):
    # CHECK-ERR: fail_too_many_indices.py:[[@LINE+7]]:5: error: 2 indices for a 1d array [TooManyIndices]
    # CHECK-ERR:     a[0, 1] = 1
    # CHECK-ERR:     ^~~~~~~
    # CHECK-ERR: fail_too_many_indices.py:[[@LINE+4]]:5: note: array(float32, 1d, A)
    # CHECK-ERR:     a[0, 1] = 1
    # CHECK-ERR:     ~~~~~~~
    # CHECK-ERR: help: leave 1 of them away, or pass an array of 2 dimensions
    a[0, 1] = 1
