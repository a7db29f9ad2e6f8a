# RUN: kernelc check %s
from collections import namedtuple

from numba import cuda

Point3 = namedtuple("Point3", "x y")

@cuda.jit("void(float32[::1])")
def number(a):
    mode = 0
    for it in range(3):
        old = mode
        # CHECK-ERR: fail_text_in_loop.py:[[@LINE+10]]:9: error: `mode` is int64 on one way and str on another [CannotUnify]
        # CHECK-ERR:         mode = "far"
        # CHECK-ERR:         ^~~~
        # CHECK-ERR: fail_text_in_loop.py:[[@LINE-6]]:5: note: int64 here
        # CHECK-ERR:     mode = 0
        # CHECK-ERR:     ~~~~
        # CHECK-ERR: fail_text_in_loop.py:[[@LINE+4]]:9: note: str here
        # CHECK-ERR:         mode = "far"
        # CHECK-ERR:         ~~~~
        # CHECK-ERR: help: use two variables, or give the variable the same type on every way
        mode = "far"
    a[0] = 1

@cuda.jit("void(float32[::1])")
def pair(a):
    p = Point3(1, 2)
    for it in range(3):
        old = p
        # CHECK-ERR: fail_text_in_loop.py:[[@LINE+10]]:9: error: `p` is Point3(x: int64, y: int64) on one way and str on another [CannotUnify]
        # CHECK-ERR:         p = "far"
        # CHECK-ERR:         ^
        # CHECK-ERR: fail_text_in_loop.py:[[@LINE-6]]:5: note: Point3(x: int64, y: int64) here
        # CHECK-ERR:     p = Point3(1, 2)
        # CHECK-ERR:     ~
        # CHECK-ERR: fail_text_in_loop.py:[[@LINE+4]]:9: note: str here
        # CHECK-ERR:         p = "far"
        # CHECK-ERR:         ~
        # CHECK-ERR: help: use two variables, or give the variable the same type on every way
        p = "far"
    a[0] = 1
