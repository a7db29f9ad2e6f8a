# RUN: kernelc check %s
from kernelc import *
from numba import cuda

@kernel
def k(a: float32[:], n: int32):
    # CHECK-ERR: fail_array_shape.py:[[@LINE+4]]:22: error: the shape of an array must be known while compiling, and `n` is computed at run time [ArrayShape]
    # CHECK-ERR:     s = shared.array(n, float32)
    # CHECK-ERR:                      ^
    # CHECK-ERR: help: use a number or a constant of the file; `cuda.shared.dynamic(shape, dtype)` takes its size from the launch
    s = shared.array(n, float32)
    # CHECK-ERR: fail_array_shape.py:[[@LINE+4]]:25: error: the shape of an array must be known while compiling, and `a.size` is computed at run time [ArrayShape]
    # CHECK-ERR:     t = local.array((4, a.size), float32)
    # CHECK-ERR:                         ^~~~~~
    # CHECK-ERR: help: use a number or a constant of the file, as large as it can become
    t = local.array((4, a.size), float32)
    # CHECK-ERR: fail_array_shape.py:[[@LINE+4]]:21: error: the shape of an array must be known while compiling, and `cuda.warpsize` is computed at run time [ArrayShape]
    # CHECK-ERR:     u = local.array(cuda.warpsize, float32)
    # CHECK-ERR:                     ^~~~~~~~~~~~~
    # CHECK-ERR: help: write 32
    u = local.array(cuda.warpsize, float32)
    m = n * 2
    # CHECK-ERR: fail_array_shape.py:[[@LINE+7]]:23: error: the shape of an array must be known while compiling, and `m` is computed at run time [ArrayShape]
    # CHECK-ERR:     v = shared.array((m, 4), float32)
    # CHECK-ERR:                       ^
    # CHECK-ERR: fail_array_shape.py:[[@LINE-4]]:5: note: `m` is int32 because of this
    # CHECK-ERR:     m = n * 2
    # CHECK-ERR:     ~
    # CHECK-ERR: help: use a number or a constant of the file; `cuda.shared.dynamic(shape, dtype)` takes its size from the launch
    v = shared.array((m, 4), float32)
