# RUN: kernelc run %s k a=zeros:float32:8 --device cpu --block 0
# CHECK-STATUS: 2
# CHECK-ERR: error: --block: `0` is no whole number from 1 to 2147483647 (see `kernelc run --help`)
from numba import cuda

@cuda.jit
def k(a):
    a[0] = 1
