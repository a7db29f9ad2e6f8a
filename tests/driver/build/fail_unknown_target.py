# RUN: kernelc build %s --sig 'float32[:], float32[:], float32[:]' --target sm_12
# CHECK-STATUS: 2
from numba import cuda

@cuda.jit
def add(a, b, c):
    i = cuda.grid(1)
    if i < c.size:
        c[i] = a[i] + b[i]
