# RUN: kernelc build --emit kir %s
# One name for several kernels, each with another value of `N`.
from numba import cuda

for N in range(3):

    @cuda.jit("void(int32[::1])")
    def k(x):
        # CHECK-ERR: fail_kernel_of_a_loop.py:[[@LINE+13]]:16: error: `N` has no value that is known while compiling [NotConstant]
        # CHECK-ERR:         x[0] = N
        # CHECK-ERR:                ^
        # CHECK-ERR: fail_kernel_of_a_loop.py:[[@LINE-7]]:5: note: bound here
        # CHECK-ERR: for N in range(3):
        # CHECK-ERR:     ~
        # CHECK-ERR: fail_kernel_of_a_loop.py:[[@LINE-10]]:1: note: not known: is not the same whenever the kernel may be compiled
        # CHECK-ERR: for N in range(3):
        # CHECK-ERR: ~~~~~~~~~~~~~~~~~~
        # CHECK-ERR: ...
        # CHECK-ERR:         x[0] = N
        # CHECK-ERR:         ~~~~~~~~
        # CHECK-ERR: help: its value is not known while compiling; make it a parameter of the kernel, or give its value: `--define N=VALUE`
        x[0] = N
