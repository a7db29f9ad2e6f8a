# RUN: kernelc run %s add a=arange:float32:10 b=ones:float32:10 c=like:a --device cpu --grid 1,1,1,1
# CHECK-STATUS: 2
# CHECK-ERR: error: --grid takes one to three extents, 4 given
from numba import cuda

@cuda.jit
def add(a, b, c):
    i = cuda.grid(1)
    if i < c.size:
        c[i] = a[i] + b[i]
