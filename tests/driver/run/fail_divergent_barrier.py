# RUN: kernelc run %s k a=zeros:int32:8 --device cpu --grid 1 --block 4
# CHECK-STATUS: 3
from numba import cuda

@cuda.jit
def k(a):
    i = cuda.threadIdx.x
    if a[i] == i:
        # CHECK-ERR: fail_divergent_barrier.py:[[@LINE+11]]:9: warning: only some threads of the block come to `cuda.syncthreads()` [BarrierInBranch]
        # CHECK-ERR:         cuda.syncthreads()
        # CHECK-ERR:         ^~~~~~~~~~~~~~~~~~
        # CHECK-ERR: fail_divergent_barrier.py:[[@LINE-4]]:8: note: this differs from thread to thread
        # CHECK-ERR:     if a[i] == i:
        # CHECK-ERR:        ~~~~~~~~~
        # CHECK-ERR: help: let all threads of the block come to it: put the condition around the work alone
        # CHECK-ERR: fail_divergent_barrier.py:[[@LINE+4]]:9: error: some threads of the block do not reach this barrier [DivergentBarrier]
        # CHECK-ERR:         cuda.syncthreads()
        # CHECK-ERR:         ^~~~~~~~~~~~~~~~~~
        # CHECK-ERR: note: in kernel `k`, block (0, 0, 0), thread (1, 0, 0)
        cuda.syncthreads()
    cuda.syncthreads()
    a[i] = i
