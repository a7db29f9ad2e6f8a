# RUN: kernelc run %s k a=zeros:int32:8 --device cpu --grid 1 --block 4 --check bounds
# CHECK-STATUS: 3
from numba import cuda

@cuda.jit
def k(a):
    i = cuda.threadIdx.x
    # CHECK-ERR: fail_tuple_index.py:[[@LINE+4]]:12: error: index 3 is out of bounds for a tuple of 3 elements [TupleIndexOutOfBounds]
    # CHECK-ERR:     a[i] = (5, 6, 7)[i]
    # CHECK-ERR:            ^~~~~~~~~~~~
    # CHECK-ERR: note: in kernel `k`, block (0, 0, 0), thread (3, 0, 0)
    a[i] = (5, 6, 7)[i]
