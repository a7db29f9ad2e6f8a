# RUN: kernelc build %s -k rows --sig "float32[:,::1], float32[:,:], float32[::1]" --emit cuda
# Arrays with strides, views and arrays that are passed on are kc::Array; shared arrays are C++'s own.
import numpy as np
from numba import cuda


@cuda.jit(device=True)
def total(row):
    s = np.float32(0)
    for k in range(row.size):
        s += row[k]
    return s


@cuda.jit
def rows(a, b, out):
    tile = cuda.shared.array((8, 8), np.float32)
    x = cuda.threadIdx.x
    y = cuda.threadIdx.y
    tile[y, x] = a[y, x] * b[-1, x]
    cuda.syncthreads()
    if x == 0:
        out[y] = total(tile[y]) + total(a[y, 1:3])
