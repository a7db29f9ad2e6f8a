# RUN: kernelc check %s
from kernelc import *

@kernel
def k(a: float32[:], b: complex64[:]):
    # CHECK-ERR: fail_bad_cast.py:[[@LINE+4]]:20: error: cannot convert complex64 to float32 [BadCast]
    # CHECK-ERR:     a[0] = float32(b[0])
    # CHECK-ERR:                    ^~~~
    # CHECK-ERR: help: take `.real`, `.imag` or abs(...) of it
    a[0] = float32(b[0])
