# RUN: kernelc check %s
from kernelc import *

@device
def grow(t, n):
    if n == 0:
        return 1
    return more(t, n)

@device
def more(t, n):
    # CHECK-ERR: fail_growing_circle.py:[[@LINE+8]]:12: error: calls of `grow` nest too deeply [CallDepth]
    # CHECK-ERR:     return grow((t, n), n - 1)
    # CHECK-ERR:            ^~~~~~~~~~~~~~~~~~~
    # CHECK-ERR: fail_growing_circle.py:[[@LINE-7]]:12: note: called here
    # CHECK-ERR:     return more(t, n)
    # CHECK-ERR:            ~~~~~~~~~~
    # CHECK-ERR: note: `more` was compiled for ((((((((((((((((((((((((((((((((int64, int32), int32), int32), int32), int32), int32), int32), int32), int32), int32), int32), int32), int32), int32), int32), int32), int32), int32), int32), int32), in...)
    # CHECK-ERR: help: recursion needs arguments of the same types at every level
    return grow((t, n), n - 1)

@kernel
def k(a: int32[:], n: int32):
    a[0] = grow(1, n)
