# RUN: kernelc run %s k x=ones:float32:64 out=zeros:float32:64 --device cpu --grid 2 --block 64 --check bounds
# CHECK-STATUS: 3
from numba import cuda

@cuda.jit
def k(x, out):
    # The thread that fails is the one that would have ended the loop.
    t = cuda.threadIdx.x
    done = cuda.shared.array(1, "int32")
    if t == 0:
        done[0] = 0
    cuda.syncthreads()
    while done[0] < 4:
        cuda.syncthreads()
        if t == 5:
            # CHECK-ERR: fail_raise_in_barrier_loop.py:[[@LINE+4]]:22: error: index 65 is out of bounds for dimension 0 of `x`, whose extent is 64 [IndexOutOfBounds]
            # CHECK-ERR:             out[t] = x[t + 60 * done[0]]
            # CHECK-ERR:                      ^~~~~~~~~~~~~~~~~~~
            # CHECK-ERR: note: in kernel `k`, block (0, 0, 0), thread (5, 0, 0)
            out[t] = x[t + 60 * done[0]]
            done[0] += 1
        cuda.syncthreads()
