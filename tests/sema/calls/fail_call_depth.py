# RUN: kernelc check %s
from kernelc import *

@device
def nest(t, n):
    if n > 0:
        # CHECK-ERR: fail_call_depth.py:[[@LINE+8]]:16: error: calls of `nest` nest too deeply [CallDepth]
        # CHECK-ERR:         return nest((t, 1), n - 1)
        # CHECK-ERR:                ^~~~~~~~~~~~~~~~~~~
        # CHECK-ERR: fail_call_depth.py:[[@LINE+5]]:16: note: called here
        # CHECK-ERR:         return nest((t, 1), n - 1)
        # CHECK-ERR:                ~~~~~~~~~~~~~~~~~~~
        # CHECK-ERR: note: `nest` was compiled for ((((((((((((((((((((((((((((((((int64, int64), int64), int64), int64), int64), int64), int64), int64), int64), int64), int64), int64), int64), int64), int64), int64), int64), int64), int64), int64), in...)
        # CHECK-ERR: help: recursion needs arguments of the same types at every level
        return nest((t, 1), n - 1)
    return n

@kernel
def k(a: int32[:], n: int32):
    a[0] = nest(0, n)
