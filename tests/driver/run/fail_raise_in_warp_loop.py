# RUN: kernelc run %s k x=ones:int32:64 --device cpu --grid 1 --block 64 --check bounds
# CHECK-STATUS: 3
from numba import cuda

@cuda.jit
def k(x):
    # Lane 0 ends before it says that it is done.
    t = cuda.threadIdx.x
    left = 3
    while cuda.shfl_sync(0xffffffff, left, 0) > 0:
        if t == 0:
            # CHECK-ERR: fail_raise_in_warp_loop.py:[[@LINE+4]]:13: error: `//` divides by zero [DivisionByZero]
            # CHECK-ERR:             x[0] //= left - 2
            # CHECK-ERR:             ^~~~~~~~~~~~~~~~~
            # CHECK-ERR: note: in kernel `k`, block (0, 0, 0), thread (0, 0, 0)
            x[0] //= left - 2
            left -= 1
