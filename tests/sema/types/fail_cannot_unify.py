# RUN: kernelc check %s
from kernelc import *

@kernel
def k(a: float32[:], n: int32):
    # CHECK-ERR: fail_cannot_unify.py:[[@LINE+10]]:5: error: `b` is int64 on one way and array(float32, 1d, A) on another [CannotUnify]
    # CHECK-ERR:     b = a
    # CHECK-ERR:     ^
    # CHECK-ERR: fail_cannot_unify.py:[[@LINE+9]]:9: note: int64 here
    # CHECK-ERR:         b = 1
    # CHECK-ERR:         ~
    # CHECK-ERR: fail_cannot_unify.py:[[@LINE+4]]:5: note: array(float32, 1d, A) here
    # CHECK-ERR:     b = a
    # CHECK-ERR:     ~
    # CHECK-ERR: help: use two variables, or give the variable the same type on every way
    b = a
    if n > 0:
        b = 1
    a[0] = b
