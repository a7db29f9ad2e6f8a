# RUN: kernelc check %s
from numba import cuda

@cuda.jit("void(float32[::1], float32[::1])")
def scale(a, b):
    i = cuda.grid(1)
    if i < a.size:
        b[i] = a[i] * 2.0
