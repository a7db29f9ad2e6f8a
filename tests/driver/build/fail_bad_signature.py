# RUN: kernelc build %s --sig 'float32[:, float32' --emit kir
# CHECK-STATUS: 2
# CHECK-ERR: error: --sig 'float32[:, float32': expected `:` or `::1` between the brackets of an array type
from numba import cuda

@cuda.jit
def add(a, b, c):
    i = cuda.grid(1)
    if i < c.size:
        c[i] = a[i] + b[i]
