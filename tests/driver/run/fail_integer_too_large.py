# RUN: kernelc run %s k a=zeros:float32:8 n=99999999999999999999 --device cpu
# CHECK-STATUS: 2
# CHECK-ERR: error: argument `n`: `99999999999999999999` does not fit 64 bits; write `99999999999999999999.0` for a float
from numba import cuda

@cuda.jit
def k(a, n):
    a[0] = n
