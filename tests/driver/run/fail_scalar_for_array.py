# RUN: kernelc run %s add a=1 b=2 c=3 --device cpu
from numba import cuda

@cuda.jit
def add(a, b, c):
    i = cuda.grid(1)
    if i < c.size:
        c[i] = a[i] + b[i]
