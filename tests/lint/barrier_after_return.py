# RUN: kernelc check %s
from numba import cuda
import numpy as np

@cuda.jit("void(float32[::1], float32[::1])")
def reverse(a, out):
    tile = cuda.shared.array(64, np.float32)
    t = cuda.threadIdx.x
    i = cuda.grid(1)
    if i >= a.size:
        return
    tile[t] = a[i]
    # CHECK-ERR: barrier_after_return.py:[[@LINE+7]]:5: warning: threads that have returned do not come to `cuda.syncthreads()` [BarrierAfterReturn]
    # CHECK-ERR:     cuda.syncthreads()
    # CHECK-ERR:     ^~~~~~~~~~~~~~~~~~
    # CHECK-ERR: barrier_after_return.py:[[@LINE-5]]:9: note: some threads return here
    # CHECK-ERR:         return
    # CHECK-ERR:         ~~~~~~
    # CHECK-ERR: help: let all threads come to the barrier: put the work under the condition instead of returning
    cuda.syncthreads()
    out[i] = tile[63 - t]

# A return of the whole block keeps nobody from the barrier.
@cuda.jit("void(float32[::1], float32[::1], int32)")
def uniform(a, out, n):
    tile = cuda.shared.array(64, np.float32)
    t = cuda.threadIdx.x
    if cuda.blockIdx.x >= n:
        return
    tile[t] = a[t]
    cuda.syncthreads()
    out[t] = tile[63 - t]

# In a loop, a return behind the barrier is one before the barrier of the next iteration.
@cuda.jit("void(float32[::1], int32)")
def later(a, n):
    t = cuda.threadIdx.x
    for k in range(n):
        # CHECK-ERR: barrier_after_return.py:[[@LINE+7]]:9: warning: threads that have returned do not come to `cuda.syncthreads()` [BarrierAfterReturn]
        # CHECK-ERR:         cuda.syncthreads()
        # CHECK-ERR:         ^~~~~~~~~~~~~~~~~~
        # CHECK-ERR: barrier_after_return.py:[[@LINE+6]]:13: note: some threads return here
        # CHECK-ERR:             return
        # CHECK-ERR:             ~~~~~~
        # CHECK-ERR: help: let all threads come to the barrier: put the work under the condition instead of returning
        cuda.syncthreads()
        if a[t] < k:
            return
        a[t] += np.float32(1)
