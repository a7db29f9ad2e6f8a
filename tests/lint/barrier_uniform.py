# RUN: kernelc check %s
# Barriers that all threads come to: nothing is reported.
from numba import cuda
import numpy as np

@cuda.jit(device=True)
def larger(x, y):
    return x if x > y else y

@cuda.jit("void(float32[::1], float32[::1], int32)")
def reduce(a, out, n):
    tile = cuda.shared.array(256, np.float32)
    t = cuda.threadIdx.x
    i = cuda.grid(1)
    if i < n:
        tile[t] = a[i]
    else:
        tile[t] = np.float32(0)
    cuda.syncthreads()
    step = cuda.blockDim.x // 2
    while step > 0:
        if t < step:
            tile[t] = larger(tile[t], tile[t + step])
        cuda.syncthreads()
        step //= 2
    if t == 0:
        out[cuda.blockIdx.x] = tile[0]

@cuda.jit("void(float32[::1], int32)")
def uniform(a, n):
    t = cuda.threadIdx.x
    for k in range(larger(n, 4)):
        if k % 2 == 0:
            cuda.syncthreads()
            a[t] += np.float32(1)
        if a[k] < 0:
            break
    last = 0
    for k in range(t, n):
        if a[k] > 0:
            last = k
            break
    cuda.syncthreads()
    total = cuda.syncthreads_count(last)
    while cuda.syncthreads_or(t < total):
        total -= 1
