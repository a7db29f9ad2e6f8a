# RUN: kernelc build %s --sig 'float32[:], float32[:]' --emit kir
# CHECK-STATUS: 2
# CHECK-ERR: error: `add(a, b, c)` takes 3 arguments, the signature has 2
from numba import cuda

@cuda.jit
def add(a, b, c):
    i = cuda.grid(1)
    if i < c.size:
        c[i] = a[i] + b[i]
