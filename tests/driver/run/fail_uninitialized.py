# RUN: kernelc run %s k a=zeros:int32:64 --device cpu --grid 2 --block 32 --check init
# CHECK-STATUS: 3
from numba import cuda

@cuda.jit
def k(a):
    tile = cuda.shared.array((2, 32), "int32")
    t = cuda.threadIdx.x
    tile[0, t] = t
    cuda.syncthreads()
    a[cuda.grid(1)] = tile[0, 31 - t] + tile[1, t]
