# RUN: kernelc run %s k a=zeros:int32:8 --device cpu --grid 1 --block 4 --check bounds
# CHECK-STATUS: 3
from numba import cuda

@cuda.jit
def k(a):
    a[0:3] = 1, 2
