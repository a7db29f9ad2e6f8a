# RUN: kernelc run %s add a=arange:float31:10 b=like:a c=like:a --device cpu
from numba import cuda

@cuda.jit
def add(a, b, c):
    i = cuda.grid(1)
    if i < c.size:
        c[i] = a[i] + b[i]
