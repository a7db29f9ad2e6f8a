# RUN: kernelc check %s
from kernelc import *

@kernel
def k(a: float32[:, :]):
    # CHECK-ERR: fail_unpack_count.py:[[@LINE+6]]:5: error: 3 names for 2 values [UnpackCount]
    # CHECK-ERR:     x, y, z = a.shape
    # CHECK-ERR:     ^~~~~~~
    # CHECK-ERR: fail_unpack_count.py:[[@LINE+3]]:15: note: 2 values
    # CHECK-ERR:     x, y, z = a.shape
    # CHECK-ERR:               ~~~~~~~
    x, y, z = a.shape
    a[0, 0] = x
