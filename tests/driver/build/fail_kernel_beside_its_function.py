# RUN: kernelc build --emit kir %s -k k --sig "k(int32[::1])"
# What is made of a kernel's function and launched before it does not say what the kernel reads.
import numpy as np
from numba import cuda

N = 0


@cuda.jit
def k(x):
    # CHECK-ERR: fail_kernel_beside_its_function.py:[[@LINE+10]]:12: error: `N` has no value that is known while compiling [NotConstant]
    # CHECK-ERR:     x[0] = N
    # CHECK-ERR:            ^
    # CHECK-ERR: fail_kernel_beside_its_function.py:[[@LINE+14]]:1: note: bound here
    # CHECK-ERR: N = 2
    # CHECK-ERR: ~
    # CHECK-ERR: fail_kernel_beside_its_function.py:[[@LINE+9]]:1: note: not known: is not the same whenever the kernel may be compiled
    # CHECK-ERR: N = 1
    # CHECK-ERR: ~~~~~
    # CHECK-ERR: help: it is assigned in several places; give it one value, or make it a parameter, or give its value: `--define N=VALUE`
    x[0] = N


other = cuda.jit(k.py_func)
data = np.zeros(1, np.int32)
N = 1
other[1, 1](data)
N = 2
k[1, 1](data)
