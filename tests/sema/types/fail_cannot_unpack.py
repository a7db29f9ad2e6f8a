# RUN: kernelc check %s
from kernelc import *

@kernel
def k(a: float32[:], n: int32):
    # CHECK-ERR: fail_cannot_unpack.py:[[@LINE+4]]:12: error: cannot unpack int32 [CannotUnpack]
    # CHECK-ERR:     x, y = n
    # CHECK-ERR:            ^
    # CHECK-ERR: help: it is one number: give it to one name
    x, y = n
    a[0] = x
