# RUN: kernelc check %s
from kernelc import *

@kernel
def k(a, n):
    # CHECK-ERR: fail_untyped.py:[[@LINE+4]]:9: error: kernels have no lists [UnsupportedList]
    # CHECK-ERR:     x = [1, 2, 3]
    # CHECK-ERR:         ^~~~~~~~~
    # CHECK-ERR: help: use a tuple `(1, 2, 3)` for constants, `cuda.local.array(shape, dtype)` for values that change
    x = [1, 2, 3]
    # CHECK-ERR: fail_untyped.py:[[@LINE+6]]:5: error: kernels have no `with` [UnsupportedWith]
    # CHECK-ERR:     with a:
    # CHECK-ERR:     ^~~~~~~
    # CHECK-ERR:         y = {n: 1}
    # CHECK-ERR:         ~~~~~~~~~~
    # CHECK-ERR: help: kernels have no context managers; write what they do before and after
    with a:
        y = {n: 1}
