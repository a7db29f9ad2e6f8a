# RUN: kernelc run %s reverse a=arange:int32:8 --device cpu --grid 1 --block 8 --shared 32 --print a
from numba import cuda, int32

@cuda.jit
def reverse(a):
    tile = cuda.shared.array(0, int32)
    i = cuda.threadIdx.x
    tile[i] = a[i]
    cuda.syncthreads()
    a[i] = tile[cuda.blockDim.x - 1 - i]
# CHECK: a: int32 (8,)
# CHECK:   [7, 6, 5, 4, 3, 2, 1, 0]
# CHECK:   min 0  max 7  mean 3.5
