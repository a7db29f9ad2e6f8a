# RUN: kernelc check %s
from kernelc import *

@kernel
def k(a: float32[:]):
    if a[0] > 0:
        # CHECK-ERR: fail_raise.py:[[@LINE+4]]:9: error: kernels have no `raise` [UnsupportedRaise]
        # CHECK-ERR:         raise ValueError
        # CHECK-ERR:         ^~~~~~~~~~~~~~~~
        # CHECK-ERR: help: return, or write an error code into an array
        raise ValueError
