# RUN: kernelc run %s inner@11 a=zeros:int64:1 --device cpu --grid 1 --block 1 --print a
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
