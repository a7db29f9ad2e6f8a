# RUN: kernelc run %s k flags=zeros:int32:96 bad=int32:40 --device cpu --grid 3 --block 32 --check bounds
# CHECK-STATUS: 3
from numba import cuda

@cuda.jit
def k(flags, bad):
    # Block 0 waits for a thread that has failed, whose block waits for the grid.
    grid = cuda.cg.this_grid()
    i = cuda.grid(1)
    if i + 1 < cuda.gridsize(1):
        while cuda.atomic.add(flags, i + 1, 0) == 0:
            pass
    # CHECK-ERR: fail_cooperative_wait.py:[[@LINE+4]]:5: error: assertion failed: `i != bad` [AssertFailed]
    # CHECK-ERR:     assert i != bad
    # CHECK-ERR:     ^~~~~~~~~~~~~~~
    # CHECK-ERR: note: in kernel `k`, block (1, 0, 0), thread (8, 0, 0)
    assert i != bad
    cuda.atomic.exch(flags, i, 1)
    grid.sync()
