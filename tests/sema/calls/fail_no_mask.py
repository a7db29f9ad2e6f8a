# RUN: kernelc check %s
from numba import cuda

@cuda.jit("void(float32[::1])")
def k(a):
    i = cuda.threadIdx.x
    # CHECK-ERR: fail_no_mask.py:[[@LINE+4]]:12: error: `cuda.shfl_down_sync` takes 3 arguments, 2 given [CallArity]
    # CHECK-ERR:     a[i] = cuda.shfl_down_sync(a[i], 16)
    # CHECK-ERR:            ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~
    # CHECK-ERR: help: the mask of lanes comes first: `cuda.shfl_down_sync(0xFFFFFFFF, a[i], 16)`
    a[i] = cuda.shfl_down_sync(a[i], 16)
    # CHECK-ERR: fail_no_mask.py:[[@LINE+4]]:12: error: `cuda.ballot_sync` takes 2 arguments, 1 given [CallArity]
    # CHECK-ERR:     a[i] = cuda.ballot_sync(a[i] > 0)
    # CHECK-ERR:            ^~~~~~~~~~~~~~~~~~~~~~~~~~
    # CHECK-ERR: help: the mask of lanes comes first: `cuda.ballot_sync(0xFFFFFFFF, a[i] > 0)`
    a[i] = cuda.ballot_sync(a[i] > 0)
    # CHECK-ERR: fail_no_mask.py:[[@LINE+4]]:12: error: `cuda.shfl_sync` takes 3 arguments, 0 given [CallArity]
    # CHECK-ERR:     a[i] = cuda.shfl_sync()
    # CHECK-ERR:            ^~~~~~~~~~~~~~~~
    # CHECK-ERR: help: `kernelc builtins cuda.shfl_sync` shows them
    a[i] = cuda.shfl_sync()

@cuda.jit("void(float32[::1])")
def fixed(a):
    i = cuda.threadIdx.x
    a[i] = cuda.shfl_down_sync(0xFFFFFFFF, a[i], 16)
    a[i] = cuda.ballot_sync(0xFFFFFFFF, a[i] > 0)
