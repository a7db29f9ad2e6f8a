# RUN: kernelc run %s k a=zeros:int32:8 --device cpu --grid 1 --block 4 --check bounds
# CHECK-STATUS: 3
from numba import cuda

@cuda.jit
def k(a):
    # CHECK-ERR: fail_unpack.py:[[@LINE+4]]:5: error: 3 elements are unpacked into 2 names [UnpackLength]
    # CHECK-ERR:     x, y = a[2:5]
    # CHECK-ERR:     ^~~~~~~~~~~~~
    # CHECK-ERR: note: in kernel `k`, block (0, 0, 0), thread (0, 0, 0)
    x, y = a[2:5]
    a[0] = x + y
