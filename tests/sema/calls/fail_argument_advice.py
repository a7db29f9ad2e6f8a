# RUN: kernelc check %s
from numba import cuda
from numba.cuda.random import xoroshiro128p_uniform_float32

@cuda.jit("void(float32[::1], int64)")
def k(a, d):
    # CHECK-ERR: fail_argument_advice.py:[[@LINE+4]]:22: error: the dimension of `cuda.grid` is 1, 2 or 3 [GridDimension]
    # CHECK-ERR:     a[0] = cuda.grid(d)
    # CHECK-ERR:                      ^
    # CHECK-ERR: help: write 1, 2 or 3: it must be known while compiling, and `d` is computed at run time
    a[0] = cuda.grid(d)
    # CHECK-ERR: fail_argument_advice.py:[[@LINE+4]]:22: error: the dimension of `cuda.grid` is 1, 2 or 3 [GridDimension]
    # CHECK-ERR:     a[1] = cuda.grid(4)
    # CHECK-ERR:                      ^
    # CHECK-ERR: help: write 1, 2 or 3
    a[1] = cuda.grid(4)
    # CHECK-ERR: fail_argument_advice.py:[[@LINE+4]]:12: error: `xoroshiro128p_uniform_float32` cannot be computed for (int64, int64) [LibraryArguments]
    # CHECK-ERR:     a[2] = xoroshiro128p_uniform_float32(d, 0)
    # CHECK-ERR:            ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
    # CHECK-ERR: help: the first argument is an array of states; on the command line `xoroshiro128p:N` makes one
    a[2] = xoroshiro128p_uniform_float32(d, 0)
    # CHECK-ERR: fail_argument_advice.py:[[@LINE+4]]:12: error: `cuda.shfl_down_sync` takes 3 arguments, 2 given [CallArity]
    # CHECK-ERR:     a[3] = cuda.shfl_down_sync(a[0], 1)
    # CHECK-ERR:            ^~~~~~~~~~~~~~~~~~~~~~~~~~~~
    # CHECK-ERR: help: the mask of lanes comes first: `cuda.shfl_down_sync(0xFFFFFFFF, a[0], 1)`
    a[3] = cuda.shfl_down_sync(a[0], 1)
