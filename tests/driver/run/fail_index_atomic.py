# RUN: kernelc run %s k a=zeros:int32:8 hist=zeros:int32:2 --device cpu --grid 1 --block 4 --check bounds
# CHECK-STATUS: 3
from numba import cuda

@cuda.jit
def k(a, hist):
    i = cuda.threadIdx.x
    # CHECK-ERR: fail_index_atomic.py:[[@LINE+4]]:5: error: index 2 is out of bounds for dimension 0 of `hist`, whose extent is 2 [IndexOutOfBounds]
    # CHECK-ERR:     cuda.atomic.add(hist, i, 1)
    # CHECK-ERR:     ^~~~~~~~~~~~~~~~~~~~~~~~~~~
    # CHECK-ERR: note: in kernel `k`, block (0, 0, 0), thread (2, 0, 0)
    cuda.atomic.add(hist, i, 1)
