# RUN: kernelc check %s
from numba import cuda
import numpy as np

@cuda.jit("void(int32[::1], int32[::1])")
def count(a, out):
    bins = cuda.shared.array(16, np.int32)
    t = cuda.threadIdx.x
    # CHECK-ERR: uninitialized_array.py:[[@LINE+7]]:5: warning: `cuda.atomic.add(bins, a[t], 1)` reads a shared array before anything is written to it [UninitializedArray]
    # CHECK-ERR:     cuda.atomic.add(bins, a[t], 1)
    # CHECK-ERR:     ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
    # CHECK-ERR: uninitialized_array.py:[[@LINE-5]]:12: note: its elements hold anything at first
    # CHECK-ERR:     bins = cuda.shared.array(16, np.int32)
    # CHECK-ERR:            ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
    # CHECK-ERR: help: write to it first, and call `cuda.syncthreads()` before other threads read
    cuda.atomic.add(bins, a[t], 1)
    cuda.syncthreads()
    out[t] = bins[t]

@cuda.jit("void(int32[::1])")
def total(out):
    part = cuda.local.array(4, np.int32)
    for k in range(4):
        part[k] += k
    out[0] = part[0]

# Written by an iteration before, or by what the array is passed to.
@cuda.jit(device=True)
def fill(array):
    array[0] = 1

@cuda.jit("void(int32[::1])")
def written(out):
    part = cuda.local.array(4, np.int32)
    other = cuda.shared.array(4, np.int32)
    fill(other)
    for k in range(4):
        if k > 0:
            out[k] = part[k - 1] + other[0]
        part[k] = k
