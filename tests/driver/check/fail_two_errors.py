# RUN: kernelc check %s
from numba import cuda

@cuda.jit
def k(a):
    a[0] = first_missing
    a[1] = second_missing
