# RUN: kernelc run %s k out=zeros:float64:32 --device cpu --grid 1 --block 32 --check init --check race --print out
# Copies of records store what they read; the bytes between fields, which nobody stores, do not count.
import numpy as np
from numba import cuda

pair = np.dtype([("low", np.int8), ("high", np.float64)], align=True)
particle = np.dtype([("kind", np.int8), ("p", pair), ("v", np.int16, (3,))], align=True)

@cuda.jit
def k(out):
    tile = cuda.shared.array(32, particle)
    other = cuda.shared.array(32, particle)
    t = cuda.threadIdx.x
    tile[t].kind = t
    tile[t].p.low = 1
    tile[t].p.high = t
    for i in range(3):
        tile[t].v[i] = i
    cuda.syncthreads()
    other[t] = tile[(t + 1) % 32]
    cuda.syncthreads()
    out[t] = other[31 - t].p.high + other[t].v[2] + other[t].kind - t + other[t].p.low - 1
# CHECK: out: float64 (32,)
# CHECK:   [3.0, 34.0, 33.0, 32.0, ..., 7.0, 6.0, 5.0, -28.0]
# CHECK:   min -28.0  max 34.0  mean 17.5
