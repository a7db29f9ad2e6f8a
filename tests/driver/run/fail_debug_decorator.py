# RUN: kernelc run %s k a=zeros:int32:8 --device cpu --grid 1 --block 4
# CHECK-STATUS: 3
from numba import cuda

@cuda.jit(debug=True)
def k(a):
    i = cuda.threadIdx.x
    # CHECK-ERR: fail_debug_decorator.py:[[@LINE+4]]:12: error: `//` divides by zero [DivisionByZero]
    # CHECK-ERR:     a[i] = 10 // a[i]
    # CHECK-ERR:            ^~~~~~~~~~
    # CHECK-ERR: note: in kernel `k`, block (0, 0, 0), thread (0, 0, 0)
    a[i] = 10 // a[i]
