# RUN: kernelc check %s
from numba import cuda
import numpy as np

# What is computed from a variable without a type is not another error.
@cuda.jit("void(float32[::1], int32)")
def k(a, n):
    if n > 3:
        x = a
    else:
        # CHECK-ERR: fail_conflict_once.py:[[@LINE+10]]:9: error: `x` is array(float32, 1d, C) on one way and float64 on another [CannotUnify]
        # CHECK-ERR:         x = 1.0
        # CHECK-ERR:         ^
        # CHECK-ERR: fail_conflict_once.py:[[@LINE-5]]:9: note: array(float32, 1d, C) here
        # CHECK-ERR:         x = a
        # CHECK-ERR:         ~
        # CHECK-ERR: fail_conflict_once.py:[[@LINE+4]]:9: note: float64 here
        # CHECK-ERR:         x = 1.0
        # CHECK-ERR:         ~
        # CHECK-ERR: help: use two variables, or give the variable the same type on every way
        x = 1.0
    y = x + 1
    a[0] = x
