# RUN: kernelc run %s k a=arange:int32:8 b=like:a --device cpu --grid 2 --block 8 --check bounds
# CHECK-STATUS: 3
from numba import cuda

@cuda.jit
def k(a, b):
    i = cuda.grid(1)
    if i < 8:
        b[i] = a[i + 1] + a[-1]
