# RUN: kernelc check --sig 'first(float32[::1])' %s
# CHECK-STATUS: 2
# CHECK-ERR: error: `first(a, n)` takes 2 arguments, the signature has 1
from numba import cuda


@cuda.jit
def first(a, n):
    a[0] = n
