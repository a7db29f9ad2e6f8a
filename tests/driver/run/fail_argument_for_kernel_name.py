# RUN: kernelc run %s a=zeros:int64:1 --device cpu
# CHECK-STATUS: 2
# CHECK-ERR: error: KERNEL is required; the kernels of `fail_argument_for_kernel_name.py` are:
# CHECK-ERR:   k@8  k(a)
from numba import cuda

@cuda.jit
def k(a):
    a[0] = 1
