# RUN: kernelc run %s
# CHECK-STATUS: 2
# CHECK-ERR: error: KERNEL is required; the kernels of `fail_no_kernel_name.py` are:
# CHECK-ERR:   make.kernel@12  make.kernel(a)
# CHECK-ERR:   single@17  single(a, b)
# CHECK-ERR:   fixed@20  fixed(a)
# CHECK-ERR:   kernels.four@21  kernels.four(a)
from numba import cuda

def make(n):
    @cuda.jit
    def kernel(a):
        a[0] = n
    return kernel

@cuda.jit
def single(a, b):
    a[0] = b

fixed = make(3)
kernels = {"four": make(4)}
