# RUN: kernelc check %s
from kernelc import *


@kernel
def k(a: float32[:]):
    # CHECK-ERR: fail_unsupported_function.py:[[@LINE+4]]:14: error: `reversed` is not available in kernels [UnsupportedFunction]
    # CHECK-ERR:     for i in reversed(a):
    # CHECK-ERR:              ^~~~~~~~
    # CHECK-ERR: help: use `range(n - 1, -1, -1)`
    for i in reversed(a):
        a[0] = i
