# RUN: kernelc run %s k a=arange:int32:8 b=like:a --device cpu --grid 2 --block 8 --check bounds
# CHECK-STATUS: 3
from numba import cuda

@cuda.jit
def k(a, b):
    i = cuda.grid(1)
    if i < 8:
        # CHECK-ERR: fail_index_out_of_bounds.py:[[@LINE+4]]:16: error: index 8 is out of bounds for dimension 0 of `a`, whose extent is 8 [IndexOutOfBounds]
        # CHECK-ERR:         b[i] = a[i + 1] + a[-1]
        # CHECK-ERR:                ^~~~~~~~
        # CHECK-ERR: note: in kernel `k`, block (0, 0, 0), thread (7, 0, 0)
        b[i] = a[i + 1] + a[-1]
