# RUN: kernelc check %s
from numba import cuda
import numpy as np

@cuda.jit(device=True)
def wait():
    cuda.syncthreads()

@cuda.jit("void(float32[::1])")
def branch(a):
    t = cuda.threadIdx.x
    if t < 32:
        a[t] = np.float32(1)
        # CHECK-ERR: barrier_in_branch.py:[[@LINE+7]]:9: warning: only some threads of the block come to `wait()` [BarrierInBranch]
        # CHECK-ERR:         wait()
        # CHECK-ERR:         ^~~~~~
        # CHECK-ERR: barrier_in_branch.py:[[@LINE-5]]:8: note: this differs from thread to thread
        # CHECK-ERR:     if t < 32:
        # CHECK-ERR:        ~~~~~~
        # CHECK-ERR: help: let all threads of the block come to it: put the condition around the work alone
        wait()

@cuda.jit("void(float32[::1])")
def bounds(a):
    for k in range(cuda.threadIdx.x, a.size, cuda.blockDim.x):
        a[k] = np.float32(1)
        # CHECK-ERR: barrier_in_branch.py:[[@LINE+7]]:9: warning: only some threads of the block come to `cuda.syncthreads()` [BarrierInBranch]
        # CHECK-ERR:         cuda.syncthreads()
        # CHECK-ERR:         ^~~~~~~~~~~~~~~~~~
        # CHECK-ERR: barrier_in_branch.py:[[@LINE-5]]:5: note: the number of iterations differs from thread to thread
        # CHECK-ERR:     for k in range(cuda.threadIdx.x, a.size, cuda.blockDim.x):
        # CHECK-ERR:     ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
        # CHECK-ERR: help: let all threads of the block come to it: put the condition around the work alone
        cuda.syncthreads()

@cuda.jit("void(float32[::1])")
def left(a):
    t = cuda.threadIdx.x
    for k in range(10):
        if a[t] > k:
            break
        # CHECK-ERR: barrier_in_branch.py:[[@LINE+7]]:9: warning: only some threads of the block come to `cuda.syncthreads()` [BarrierInBranch]
        # CHECK-ERR:         cuda.syncthreads()
        # CHECK-ERR:         ^~~~~~~~~~~~~~~~~~
        # CHECK-ERR: barrier_in_branch.py:[[@LINE-4]]:13: note: some threads leave the loop here
        # CHECK-ERR:             break
        # CHECK-ERR:             ~~~~~
        # CHECK-ERR: help: let all threads of the block come to it: put the condition around the work alone
        cuda.syncthreads()

@cuda.jit("void(float32[::1])")
def skipped(a):
    t = cuda.threadIdx.x
    for k in range(10):
        if a[t] > k:
            continue
        # CHECK-ERR: barrier_in_branch.py:[[@LINE+7]]:9: warning: only some threads of the block come to `cuda.syncthreads()` [BarrierInBranch]
        # CHECK-ERR:         cuda.syncthreads()
        # CHECK-ERR:         ^~~~~~~~~~~~~~~~~~
        # CHECK-ERR: barrier_in_branch.py:[[@LINE-4]]:13: note: some threads go on with the next iteration here
        # CHECK-ERR:             continue
        # CHECK-ERR:             ~~~~~~~~
        # CHECK-ERR: help: let all threads of the block come to it: put the condition around the work alone
        cuda.syncthreads()

@cuda.jit("void(float32[::1])")
def while_loop(a):
    t = cuda.threadIdx.x
    k = t
    while k > 0:
        k //= 2
        # CHECK-ERR: barrier_in_branch.py:[[@LINE+7]]:9: warning: only some threads of the block come to `cuda.syncthreads()` [BarrierInBranch]
        # CHECK-ERR:         cuda.syncthreads()
        # CHECK-ERR:         ^~~~~~~~~~~~~~~~~~
        # CHECK-ERR: barrier_in_branch.py:[[@LINE-5]]:11: note: the number of iterations differs from thread to thread
        # CHECK-ERR:     while k > 0:
        # CHECK-ERR:           ~~~~~
        # CHECK-ERR: help: let all threads of the block come to it: put the condition around the work alone
        cuda.syncthreads()
