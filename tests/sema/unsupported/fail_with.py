# RUN: kernelc check %s
from kernelc import *

@kernel
def k(a: float32[:]):
    # CHECK-ERR: fail_with.py:[[@LINE+6]]:5: error: kernels have no `with` [UnsupportedWith]
    # CHECK-ERR:     with a:
    # CHECK-ERR:     ^~~~~~~
    # CHECK-ERR:         a[0] = 1
    # CHECK-ERR:         ~~~~~~~~
    # CHECK-ERR: help: kernels have no context managers; write what they do before and after
    with a:
        a[0] = 1
