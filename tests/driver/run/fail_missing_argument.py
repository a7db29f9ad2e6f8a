# RUN: kernelc run %s add a=arange:float32:10 c=like:a --device cpu
# CHECK-STATUS: 2
# CHECK-ERR: error: argument `b` of `add(a, b, c)` is missing: add b=VALUE
from numba import cuda

@cuda.jit
def add(a, b, c):
    i = cuda.grid(1)
    if i < c.size:
        c[i] = a[i] + b[i]
