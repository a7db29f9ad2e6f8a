# RUN: kernelc run %s k n=int:3 x=float:2.5 z=complex:1+2j b=bool:1 o=zeros:complex128:1 --device cpu --grid 1 --block 1 --print o
from numba import cuda

@cuda.jit
def k(n, x, z, b, o):
    o[0] = n + x + z if b else 0
# CHECK: o: complex128 (1,)
# CHECK:   [(6.5+2j)]
# CHECK:   mean 6.5+2j
