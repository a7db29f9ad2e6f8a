# RUN: kernelc run %s k a=zeros:float32:8 --device cpu --block 0
# CHECK-ERR: error: launch on kernel `k` (cpu:0): block (0, 1, 1): extent x is zero
from numba import cuda

@cuda.jit
def k(a):
    a[0] = 1
