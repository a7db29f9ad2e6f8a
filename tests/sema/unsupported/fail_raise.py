# RUN: kernelc check %s
from kernelc import *

@kernel
def k(a: float32[:]):
    if a[0] > 0:
        # CHECK-ERR: fail_raise.py:[[@LINE+4]]:9: error: kernels have no `raise` without an exception [UnsupportedRaise]
        # CHECK-ERR:         raise
        # CHECK-ERR:         ^~~~~
        # CHECK-ERR: help: write `raise ValueError("what is wrong")`
        raise
