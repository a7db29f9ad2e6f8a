# RUN: kernelc check %s
from kernelc import *

@kernel
def k(a: float32[:]):
    # CHECK-ERR: fail_array_too_large.py:[[@LINE+4]]:9: error: the local array is too large: a thread has 524288 bytes for such arrays [ArrayTooLarge]
    # CHECK-ERR:     s = local.array((65536, 65536), float32)
    # CHECK-ERR:         ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
    # CHECK-ERR: help: use an array parameter
    s = local.array((65536, 65536), float32)
    s[0, 0] = a[0]
