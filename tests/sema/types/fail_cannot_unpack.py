# RUN: kernelc check %s
from kernelc import *

@kernel
def k(a: float32[:], n: int32):
    # CHECK-ERR: fail_cannot_unpack.py:[[@LINE+4]]:12: error: cannot unpack int32 [CannotUnpack]
    # CHECK-ERR:     x, y = n
    # CHECK-ERR:            ^
    # CHECK-ERR: help: tuples, shapes and arrays can be unpacked
    x, y = n
    a[0] = x
