# RUN: kernelc run %s k a=arange:int32:8 --device cpu --grid 2 --block 4 --print a
from numba import cuda

@cuda.jit(device=True)
def positive(x):
    if x == 2:
        raise ValueError
    return x

@cuda.jit
def k(a):
    i = cuda.grid(1)
    assert i != 6
    v = positive(i)
    cuda.syncthreads()
    a[i] = v + 100
# CHECK: a: int32 (8,)
# CHECK:   [100, 101, 2, 103, 104, 105, 6, 107]
# CHECK:   min 2  max 107  mean 78.5
