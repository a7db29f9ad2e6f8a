# RUN: kernelc run %s k a=arange:int32:8 --device cpu --grid 1 --block 4 -g
# CHECK-STATUS: 3
from numba import cuda

@cuda.jit
def k(a):
    i = cuda.threadIdx.x
    # CHECK-ERR: fail_assert_message.py:[[@LINE+4]]:5: error: assertion failed: element too large [AssertFailed]
    # CHECK-ERR:     assert a[i] < 3, "element too large"
    # CHECK-ERR:     ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
    # CHECK-ERR: note: in kernel `k`, block (0, 0, 0), thread (3, 0, 0)
    assert a[i] < 3, "element too large"
    a[i] = 0
