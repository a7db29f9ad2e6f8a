# RUN: kernelc run %s k a=zeros:int32:8 --device cpu --grid 1 --block 4
# CHECK-STATUS: 3
from numba import cuda

@cuda.jit
def k(a):
    i = cuda.threadIdx.x
    if a[i] == i:
        # CHECK-ERR: fail_divergent_barrier.py:[[@LINE+7]]:9: warning: only some threads of the block come to `cuda.syncthreads()` [BarrierInBranch]
        # CHECK-ERR:         cuda.syncthreads()
        # CHECK-ERR:         ^~~~~~~~~~~~~~~~~~
        # CHECK-ERR: fail_divergent_barrier.py:[[@LINE-4]]:8: note: this differs from thread to thread
        # CHECK-ERR:     if a[i] == i:
        # CHECK-ERR:        ~~~~~~~~~
        # CHECK-ERR: help: let all threads of the block come to it: put the condition around the work alone
        cuda.syncthreads()
    # CHECK-ERR: fail_divergent_barrier.py:[[@LINE+4]]:5: error: some threads of the block come here that others have waited for at another barrier [DivergentBarrier]
    # CHECK-ERR:     cuda.syncthreads()
    # CHECK-ERR:     ^~~~~~~~~~~~~~~~~~
    # CHECK-ERR: note: in kernel `k`, block (0, 0, 0), thread (1, 0, 0)
    cuda.syncthreads()
    a[i] = i
