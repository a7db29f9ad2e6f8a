# RUN: kernelc run %s k a=zeros:float32:3x5 --device cpu --grid 1 --block 4 --check bounds
# CHECK-STATUS: 3
from numba import cuda

@cuda.jit
def k(a):
    i = cuda.threadIdx.x
    # CHECK-ERR: fail_index_negative.py:[[@LINE+4]]:5: error: index -8 is out of bounds for dimension 1 of `a`, whose extent is 5 [IndexOutOfBounds]
    # CHECK-ERR:     a[1, i - 8] += 1.0
    # CHECK-ERR:     ^~~~~~~~~~~
    # CHECK-ERR: note: in kernel `k`, block (0, 0, 0), thread (0, 0, 0)
    a[1, i - 8] += 1.0
