# RUN: kernelc run %s k a=zeros:int32:64 --device cpu --grid 2 --block 32 --check race
# CHECK-STATUS: 3
from numba import cuda

@cuda.jit
def k(a):
    tile = cuda.shared.array(32, "int32")
    t = cuda.threadIdx.x
    tile[t] = t
    cuda.syncthreads()
    for step in range(1, 3):
        tile[t] = tile[(t + step) % 32]
        cuda.syncthreads()
    a[cuda.grid(1)] = tile[t]
