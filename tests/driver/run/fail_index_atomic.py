# RUN: kernelc run %s k a=zeros:int32:8 hist=zeros:int32:2 --device cpu --grid 1 --block 4 --check bounds
# CHECK-STATUS: 3
from numba import cuda

@cuda.jit
def k(a, hist):
    i = cuda.threadIdx.x
    cuda.atomic.add(hist, i, 1)
