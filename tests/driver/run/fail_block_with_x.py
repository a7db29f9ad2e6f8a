# RUN: kernelc run %s k a=zeros:float32:8 --device cpu --block 16x16
# CHECK-STATUS: 2
# CHECK-ERR: error: --block: `16x16`: extents are written with commas, as in 16,16 (see `kernelc run --help`)
from numba import cuda

@cuda.jit
def k(a):
    a[0] = 1
