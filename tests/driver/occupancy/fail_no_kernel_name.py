# RUN: kernelc occupancy %s
# CHECK-STATUS: 2
# CHECK-ERR: error: KERNEL is required; the kernels of `fail_no_kernel_name.py` are:
# CHECK-ERR:   fill@9  fill(x)
from numba import cuda


@cuda.jit("void(float32[::1])")
def fill(x):
    x[0] = 1
