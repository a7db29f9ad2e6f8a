# RUN: kernelc run %s k a=arange:int32:8 b=zeros:int32:8 --device cpu --grid 3 --block 4 --check all --print b
from numba import cuda

@cuda.jit
def k(a, b):
    tile = cuda.shared.array(4, "int32")
    i = cuda.grid(1)
    t = cuda.threadIdx.x
    tile[t] = a[i] if i < a.size else 0
    cuda.syncthreads()
    empty = a[8:8]
    if i < b.size:
        b[i] = tile[-1 - t] + (7 // i if i != 0 else 1) + (1 << i if i < 64 else 0) + empty.size
# CHECK: b: int32 (8,)
# CHECK:   [5, 11, 8, 10, 24, 39, 70, 133]
# CHECK:   min 5  max 133  mean 37.5
