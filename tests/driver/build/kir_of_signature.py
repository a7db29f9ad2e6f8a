# RUN: kernelc build %s --sig 'float32[::1], float32[::1], float32[::1]' --emit kir
from numba import cuda

@cuda.jit
def add(a, b, c):
    i = cuda.grid(1)
    if i < c.size:
        c[i] = a[i] + b[i]
