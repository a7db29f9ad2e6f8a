# RUN: kernelc run %s add a=arange:float32:10 b=ones:float32:10 c=like:a --device cpu --out d=%t/d.npy
# CHECK-STATUS: 2
# CHECK-ERR: error: --out d=%t/d.npy: write NAME=FILE.npy with a parameter of `add(a, b, c)`
from numba import cuda

@cuda.jit
def add(a, b, c):
    i = cuda.grid(1)
    if i < c.size:
        c[i] = a[i] + b[i]
