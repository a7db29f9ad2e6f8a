# RUN: kernelc --diagnostics=json check %s
from numba import cuda

@cuda.jit
def k(a):
    a[0] = missing
