# RUN: kernelc check %s --sig k(float64[::1])
import numpy as np
from numba import cuda

N = 4


# It launches a kernel of its own and gives another one, which is compiled later.
def warm(function):
    cuda.jit(function)[1, 1](np.zeros(1))
    return cuda.jit(function)


@warm
def k(a):
    # CHECK-ERR: fail_kernel_behind_a_warm_up.py:[[@LINE+10]]:12: error: `N` has no value that is known while compiling [NotConstant]
    # CHECK-ERR:     a[0] = N
    # CHECK-ERR:            ^
    # CHECK-ERR: fail_kernel_behind_a_warm_up.py:[[@LINE+10]]:1: note: bound here
    # CHECK-ERR: N = 5
    # CHECK-ERR: ~
    # CHECK-ERR: fail_kernel_behind_a_warm_up.py:[[@LINE-17]]:1: note: not known: is not the same whenever the kernel may be compiled
    # CHECK-ERR: N = 4
    # CHECK-ERR: ~~~~~
    # CHECK-ERR: help: it is assigned in several places; give it one value, or make it a parameter, or give its value: `--define N=VALUE`
    a[0] = N


N = 5
k[1, 1](np.zeros(1))
