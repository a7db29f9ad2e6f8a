# RUN: kernelc run %s k flags=zeros:int32:64 a=zeros:int32:1 --device cpu --grid 2 --block 64 --check bounds
# CHECK-STATUS: 3
from numba import cuda

@cuda.jit
def k(flags, a):
    # All threads wait for one that fails, and for each other.
    i = cuda.threadIdx.x
    if i == cuda.blockDim.x - 1:
        # CHECK-ERR: fail_waiting_for_failed.py:[[@LINE+4]]:9: error: assertion failed: `a[0] == 5` [AssertFailed]
        # CHECK-ERR:         assert a[0] == 5
        # CHECK-ERR:         ^~~~~~~~~~~~~~~~
        # CHECK-ERR: note: in kernel `k`, block (0, 0, 0), thread (63, 0, 0)
        assert a[0] == 5
    else:
        while cuda.atomic.add(flags, i + 1, 0) == 0:
            pass
    cuda.atomic.add(flags, i, 1)
