# RUN: kernelc check %s
from numba import cuda
import numpy as np

@cuda.jit
def other(a):
    a[0] = 1

@cuda.jit("void(float32[::1])")
def k(a):
    # CHECK-ERR: fail_launch_in_kernel.py:[[@LINE+7]]:5: error: the function other cannot be indexed [NotSubscriptable]
    # CHECK-ERR:     other[1, 32](a)
    # CHECK-ERR:     ^~~~~~~~~~~~
    # CHECK-ERR: fail_launch_in_kernel.py:[[@LINE+4]]:5: note: the function other
    # CHECK-ERR:     other[1, 32](a)
    # CHECK-ERR:     ~~~~~
    # CHECK-ERR: help: kernels cannot launch kernels; call it as a function, without brackets
    other[1, 32](a)
