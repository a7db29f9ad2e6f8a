# RUN: kernelc check %s --sig k(float64[::1])
import numpy as np
from numba import cuda

L = [1, 2]
M = L


# The kernel is made twice: once `L` and `M` are one list, once two of the same numbers.
def make():
    @cuda.jit
    def k(a):
        # CHECK-ERR: fail_lists_that_may_be_one.py:[[@LINE+10]]:26: error: `M` has no value that is known while compiling [NotConstant]
        # CHECK-ERR:         a[0] = 1 if L is M else 2
        # CHECK-ERR:                          ^
        # CHECK-ERR: fail_lists_that_may_be_one.py:[[@LINE+12]]:1: note: bound here
        # CHECK-ERR: M = [1, 2]
        # CHECK-ERR: ~
        # CHECK-ERR: fail_lists_that_may_be_one.py:[[@LINE-13]]:1: note: not known: is not the same whenever the kernel may be compiled
        # CHECK-ERR: M = L
        # CHECK-ERR: ~~~~~
        # CHECK-ERR: help: it is assigned in several places; give it one value, or make it a parameter, or give its value: `--define M=VALUE`
        a[0] = 1 if L is M else 2
    return k


make()[1, 1](np.zeros(1))
M = [1, 2]
make()[1, 1](np.zeros(1))
