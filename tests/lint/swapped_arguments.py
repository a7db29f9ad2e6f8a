# RUN: kernelc check %s
from numba import cuda

@cuda.jit("void(float32[::1], int32[::1])")
def k(a, b):
    i = cuda.threadIdx.x
    # CHECK-ERR: swapped_arguments.py:[[@LINE+4]]:27: warning: `cuda.shfl_sync` takes the mask of lanes first, and this is float32 [SwappedArguments]
    # CHECK-ERR:     a[i] = cuda.shfl_sync(a[i], 0xFFFFFFFF, 0)
    # CHECK-ERR:                           ^~~~
    # CHECK-ERR: help: write `cuda.shfl_sync(0xFFFFFFFF, a[i], 0)`
    a[i] = cuda.shfl_sync(a[i], 0xFFFFFFFF, 0)
    # CHECK-ERR: swapped_arguments.py:[[@LINE+4]]:32: warning: `cuda.shfl_down_sync` takes the mask of lanes first, and this is float32 [SwappedArguments]
    # CHECK-ERR:     a[i] = cuda.shfl_down_sync(a[i], 16, 0xFFFFFFFF)
    # CHECK-ERR:                                ^~~~
    # CHECK-ERR: help: write `cuda.shfl_down_sync(0xFFFFFFFF, a[i], 16)`
    a[i] = cuda.shfl_down_sync(a[i], 16, 0xFFFFFFFF)
    # CHECK-ERR: swapped_arguments.py:[[@LINE+4]]:31: warning: `cuda.shfl_xor_sync` takes the mask of lanes first, and this is int32 [SwappedArguments]
    # CHECK-ERR:     b[i] = cuda.shfl_xor_sync(b[i], -1, 1)
    # CHECK-ERR:                               ^~~~
    # CHECK-ERR: help: write `cuda.shfl_xor_sync(-1, b[i], 1)`
    b[i] = cuda.shfl_xor_sync(b[i], -1, 1)
    # CHECK-ERR: swapped_arguments.py:[[@LINE+4]]:29: warning: `cuda.ballot_sync` takes the mask of lanes first, and this is bool [SwappedArguments]
    # CHECK-ERR:     b[i] = cuda.ballot_sync(a[i] > 0, 0xFFFFFFFF)
    # CHECK-ERR:                             ^~~~~~~~
    # CHECK-ERR: help: write `cuda.ballot_sync(0xFFFFFFFF, a[i] > 0)`
    b[i] = cuda.ballot_sync(a[i] > 0, 0xFFFFFFFF)

@cuda.jit("void(float32[::1], int32[::1])")
def right(a, b):
    i = cuda.threadIdx.x
    mask = cuda.activemask()
    a[i] = cuda.shfl_sync(0xFFFFFFFF, a[i], 0)
    a[i] = cuda.shfl_sync(mask, a[i], 0)
    b[i] = cuda.shfl_sync(-1, b[i], 0)
    b[i] = cuda.shfl_sync(mask, b[i], 0)
    b[i] = cuda.ballot_sync(0xFFFFFFFF, a[i] > 0)
    b[i] = cuda.ballot_sync(mask, True)
    lanes = cuda.activemask()
    b[i] = cuda.shfl_sync(lanes, -1, 0)
    b[i] = cuda.all_sync(lanes, -1)
    b[i] = cuda.match_any_sync(lanes, 0xFFFFFFFF)
