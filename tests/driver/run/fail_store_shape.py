# RUN: kernelc run %s k a=zeros:int32:8 --device cpu --grid 1 --block 4 --check bounds
# CHECK-STATUS: 3
from numba import cuda

@cuda.jit
def k(a):
    # CHECK-ERR: fail_store_shape.py:[[@LINE+4]]:5: error: extent 2 is stored into extent 3 in dimension 0 [ShapeMismatch]
    # CHECK-ERR:     a[0:3] = 1, 2
    # CHECK-ERR:     ^~~~~~~~~~~~~
    # CHECK-ERR: note: in kernel `k`, block (0, 0, 0), thread (0, 0, 0)
    a[0:3] = 1, 2
