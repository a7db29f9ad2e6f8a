# RUN: kernelc run %s k a=zeros:int32:8 --device cpu --grid 1 --block 4 --check bounds
# CHECK-STATUS: 3
from numba import cuda

@cuda.jit
def k(a):
    # CHECK-ERR: fail_zero_step.py:[[@LINE+6]]:5: error: the step of `range` is zero [StepIsZero]
    # CHECK-ERR:     for i in range(0, 8, a[0]):
    # CHECK-ERR:     ^~~~~~~~~~~~~~~~~~~~~~~~~~~
    # CHECK-ERR:         a[i] = 1
    # CHECK-ERR:         ~~~~~~~~
    # CHECK-ERR: note: in kernel `k`, block (0, 0, 0), thread (0, 0, 0)
    for i in range(0, 8, a[0]):
        a[i] = 1
