# RUN: kernelc run %s k a=arange:int32:8 --device cpu --grid 1 --block 4 --check bounds
# CHECK-STATUS: 3
from numba import cuda

@cuda.jit
def k(a):
    i = cuda.threadIdx.x
    # CHECK-ERR: fail_assert.py:[[@LINE+4]]:5: error: assertion failed: `a[i] < 3` [AssertFailed]
    # CHECK-ERR:     assert a[i] < 3
    # CHECK-ERR:     ^~~~~~~~~~~~~~~
    # CHECK-ERR: note: in kernel `k`, block (0, 0, 0), thread (3, 0, 0)
    assert a[i] < 3
    a[i] = 0
