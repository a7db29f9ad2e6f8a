# RUN: kernelc check %s
from kernelc import *

@kernel
def k(a: float32[:]):
    # CHECK-ERR: fail_list.py:[[@LINE+4]]:9: error: kernels have no lists [UnsupportedList]
    # CHECK-ERR:     x = [1, 2, 3]
    # CHECK-ERR:         ^~~~~~~~~
    # CHECK-ERR: help: use a tuple `(1, 2, 3)` for constants, `cuda.local.array(shape, dtype)` for values that change
    x = [1, 2, 3]
    a[0] = x[0]
