# RUN: kernelc run %s add a=arange:float32:10 --device cpu --check bounds
# CHECK-STATUS: 2
# CHECK-ERR: error: --check: this version of kernelc has no checked runs; leave the option out
from numba import cuda

@cuda.jit
def add(a):
    i = cuda.grid(1)
    if i < a.size:
        a[i] = a[i] + 1
