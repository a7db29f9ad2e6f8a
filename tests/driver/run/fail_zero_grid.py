# RUN: kernelc run %s add a=arange:float32:10 b=ones:float32:10 c=like:a --device cpu --grid 0
# CHECK-STATUS: 2
# CHECK-ERR: error: --grid: `0` is no whole number from 1 to 2147483647 (see `kernelc run --help`)
from numba import cuda

@cuda.jit
def add(a, b, c):
    i = cuda.grid(1)
    if i < c.size:
        c[i] = a[i] + b[i]
