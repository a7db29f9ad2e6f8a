# RUN: kernelc run %s add a=ones:float32:2x2 b=ones:float32:4 c=like:b --device cpu --block 4
from numba import cuda

@cuda.jit
def add(a, b, c):
    i = cuda.grid(1)
    if i < c.size:
        c[i] = a[i] + b[i]
