# RUN: kernelc check %s
from kernelc import *

@device
def grow(t, n):
    if n == 0:
        return 1
    # CHECK-ERR: fail_growing_types.py:[[@LINE+8]]:12: error: calls of `grow` nest too deeply [CallDepth]
    # CHECK-ERR:     return grow((t, 1), n - 1)
    # CHECK-ERR:            ^~~~~~~~~~~~~~~~~~~
    # CHECK-ERR: fail_growing_types.py:[[@LINE+5]]:12: note: called here
    # CHECK-ERR:     return grow((t, 1), n - 1)
    # CHECK-ERR:            ~~~~~~~~~~~~~~~~~~~
    # CHECK-ERR: note: `grow` was compiled for ((((((((((((((((((((((((((((((((int64, int64), int64), int64), int64), int64), int64), int64), int64), int64), int64), int64), int64), int64), int64), int64), int64), int64), int64), int64), int64), in...)
    # CHECK-ERR: help: recursion needs arguments of the same types at every level
    return grow((t, 1), n - 1)

@kernel
def k(a: int32[:], n: int32):
    a[0] = grow(1, n)
