# RUN: kernelc check %s
from kernelc import *

@kernel
def k(a: float32[:, :]):
    # CHECK-ERR: fail_unpack_count.py:[[@LINE+7]]:5: error: 3 names for 2 values [UnpackCount]
    # CHECK-ERR:     x, y, z = a.shape
    # CHECK-ERR:     ^~~~~~~
    # CHECK-ERR: fail_unpack_count.py:[[@LINE+4]]:15: note: 2 values
    # CHECK-ERR:     x, y, z = a.shape
    # CHECK-ERR:               ~~~~~~~
    # CHECK-ERR: help: the array has 2 dimensions
    x, y, z = a.shape
    a[0, 0] = x
