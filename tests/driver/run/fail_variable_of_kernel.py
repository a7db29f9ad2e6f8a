# RUN: kernelc run %s two out=zeros:int64:1 --device cpu
# CHECK-STATUS: 2
# CHECK-ERR: error: `fail_variable_of_kernel.py` has no function `two`: what line 22 makes `two` is not known to be a kernel; its kernels are:
# CHECK-ERR:   make.kernel@14  make.kernel(out)
# CHECK-ERR:   KERNELS.one@21  KERNELS.one(out)
# CHECK-ERR:   KERNELS.two@21  KERNELS.two(out)
import sys

from numba import cuda


def make(n):
    @cuda.jit
    def kernel(out):
        out[0] = n

    return kernel


# A key of a dictionary does not stand for a variable of the file by the same name.
KERNELS = {"one": make(1), "two": make(2)}
two = KERNELS[sys.argv[1]]
