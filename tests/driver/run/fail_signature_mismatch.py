# RUN: kernelc run %s add a=ones:float64:4 b=ones:float32:4 c=like:b --device cpu
# CHECK-ERR: error: launch on kernel `add`: parameter `a`: expects float32[:], got float64[::1]
from numba import cuda

@cuda.jit("void(float32[:], float32[:], float32[:])")
def add(a, b, c):
    i = cuda.grid(1)
    if i < c.size:
        c[i] = a[i] + b[i]
