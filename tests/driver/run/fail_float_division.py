# RUN: kernelc run %s k a=zeros:float32:8 --device cpu --grid 1 --block 4 -g
# CHECK-STATUS: 3
from numba import cuda

@cuda.jit
def k(a):
    i = cuda.threadIdx.x
    # CHECK-ERR: fail_float_division.py:[[@LINE+4]]:12: error: `/` divides by zero [DivisionByZero]
    # CHECK-ERR:     a[i] = 1.0 / a[i]
    # CHECK-ERR:            ^~~~~~~~~~
    # CHECK-ERR: note: in kernel `k`, block (0, 0, 0), thread (0, 0, 0)
    a[i] = 1.0 / a[i]
