# RUN: kernelc run %s k a=arange:int32:8 --device cpu --grid 1 --block 4 --check bounds
# CHECK-STATUS: 3
from numba import cuda

@cuda.jit
def k(a):
    i = cuda.threadIdx.x
    # CHECK-ERR: fail_shift.py:[[@LINE+4]]:12: error: `<<` shifts an integer of 64 bits by 64 [ShiftOutOfRange]
    # CHECK-ERR:     a[i] = 1 << (a[i] + 62)
    # CHECK-ERR:            ^~~~~~~~~~~~~~~~
    # CHECK-ERR: note: in kernel `k`, block (0, 0, 0), thread (2, 0, 0)
    a[i] = 1 << (a[i] + 62)
