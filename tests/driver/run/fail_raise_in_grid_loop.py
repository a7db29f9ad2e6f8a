# RUN: kernelc run %s k done=zeros:int32:1 --device cpu --grid 3 --block 32 --check bounds
# CHECK-STATUS: 3
from numba import cuda

@cuda.jit
def k(done):
    # Blocks 0 and 2 wait for a thread of block 1.
    grid = cuda.cg.this_grid()
    while done[0] < 4:
        grid.sync()
        if cuda.grid(1) == 40:
            if done[0] == 2:
                # CHECK-ERR: fail_raise_in_grid_loop.py:[[@LINE+4]]:17: error: ValueError: no more [ExceptionRaised]
                # CHECK-ERR:                 raise ValueError("no more")
                # CHECK-ERR:                 ^~~~~~~~~~~~~~~~~~~~~~~~~~~
                # CHECK-ERR: note: in kernel `k`, block (1, 0, 0), thread (8, 0, 0)
                raise ValueError("no more")
            done[0] += 1
        grid.sync()
