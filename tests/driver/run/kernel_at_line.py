# RUN: kernelc run %s inner@12 a=zeros:int64:1 --device cpu --grid 1 --block 1 --print a
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
# CHECK: a: int64 (1,)
# CHECK:   [2]
# CHECK:   min 2  max 2  mean 2
