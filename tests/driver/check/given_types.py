# RUN: kernelc check --sig 'first(float32[::1], int32)' %s
from numba import cuda


@cuda.jit
def first(a, n):
    a[0] = n


@cuda.jit(device=True)
def device(x):
    return x
