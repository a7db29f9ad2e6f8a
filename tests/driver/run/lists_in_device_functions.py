# RUN: kernelc run %s k a=zeros:float64:3 --print a --device cpu --grid 1 --block 1
from numba import cuda

L = [1, 2]
M = [1, 2]


@cuda.jit(device=True)
def same(x, y):
    return 1 if x is y else 2


# Lists of equal numbers are not one list.
@cuda.jit
def k(a):
    a[0] = same(L, M)
    a[1] = same(L, L)
    a[2] = same(M, M)
# CHECK: a: float64 (3,)
# CHECK:   [2.0, 1.0, 1.0]
# CHECK:   min 1.0  max 2.0  mean 1.33333333
