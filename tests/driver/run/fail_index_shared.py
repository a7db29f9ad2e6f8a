# RUN: kernelc run %s k a=zeros:int32:8 --device cpu --grid 1 --block 4 --check bounds
# CHECK-STATUS: 3
from numba import cuda

@cuda.jit
def k(a):
    tile = cuda.shared.array(4, "int32")
    i = cuda.threadIdx.x
    tile[i] = i
    cuda.syncthreads()
    a[i] = tile[i + 1]
