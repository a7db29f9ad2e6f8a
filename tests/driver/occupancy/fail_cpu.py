# RUN: kernelc occupancy %s fill --target cpu
# CHECK-STATUS: 2
# CHECK-ERR: error: `cpu` has no multiprocessors: occupancy is that of GPUs, such as sm_90
from numba import cuda


@cuda.jit("void(float32[::1])")
def fill(x):
    x[0] = 1
