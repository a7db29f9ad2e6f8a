# RUN: kernelc run %s k a=zeros:float32:3x5 --device cpu --grid 1 --block 4 --check bounds
# CHECK-STATUS: 3
from numba import cuda

@cuda.jit
def k(a):
    i = cuda.threadIdx.x
    a[1, i - 8] += 1.0
