# RUN: kernelc build %s --emit kir
# CHECK-STATUS: 2
# CHECK-ERR: error: the types of `add(a, b, c)` are not known: give them with --sig, for example --sig 'float32[::1], float32[::1], float32[::1]'
from numba import cuda

@cuda.jit
def add(a, b, c):
    i = cuda.grid(1)
    if i < c.size:
        c[i] = a[i] + b[i]
