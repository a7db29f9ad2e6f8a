# RUN: kernelc run %s add a=arange:float32:10 --device cpu --check bounds,race
# CHECK-STATUS: 2
from numba import cuda

@cuda.jit
def add(a):
    i = cuda.grid(1)
    if i < a.size:
        a[i] = a[i] + 1
