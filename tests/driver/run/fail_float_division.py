# RUN: kernelc run %s k a=zeros:float32:8 --device cpu --grid 1 --block 4 -g
# CHECK-STATUS: 3
from numba import cuda

@cuda.jit
def k(a):
    i = cuda.threadIdx.x
    a[i] = 1.0 / a[i]
