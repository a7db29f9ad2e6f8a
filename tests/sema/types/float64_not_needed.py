# RUN: kernelc check %s
# Nothing here is computed in double precision.
import math

import numpy as np
from numba import cuda

# One operation with a constant that float32 has, rounded at once.
@cuda.jit("void(float32[::1], float32[::1])")
def exact(a, b):
    i = cuda.grid(1)
    if i < a.size:
        a[i] += 1
        b[i] = 0.25 * (a[i] + b[i])

# What becomes an integer.
@cuda.jit("void(float32[::1], int64)")
def blocks(a, n):
    i = cuda.grid(1)
    if i < a.size:
        for j in range(math.ceil(a.size / n)):
            a[i] = j

# What is known.
@cuda.jit("void(float32[::1])")
def known(a):
    t = cuda.local.array(math.ceil(3.5), np.float32)
    t[0] = 1
    a[cuda.threadIdx.x] = t[0]

# A choice alone.
@cuda.jit("void(float32[::1])")
def chosen(a):
    i = cuda.grid(1)
    if i < a.size:
        a[i] = a[i] if i > 2 else 0
