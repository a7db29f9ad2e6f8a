# RUN: kernelc run %s inner a=1 --device cpu
from numba import cuda

def make_first():
    @cuda.jit
    def inner(a):
        a[0] = 1
    return inner

def make_second():
    @cuda.jit
    def inner(a):
        a[0] = 2
    return inner
