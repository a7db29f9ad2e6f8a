# RUN: kernelc check %s
from kernelc import *

@kernel
def k(a: float32[:]):
    # CHECK-ERR: fail_array_extent.py:[[@LINE+4]]:26: error: the extents of an array are whole numbers of at least 1, not `0` [ArrayExtent]
    # CHECK-ERR:     s = shared.array((4, 0), float32)
    # CHECK-ERR:                          ^
    # CHECK-ERR: help: only one-dimensional shared arrays take their size from the launch
    s = shared.array((4, 0), float32)
    # CHECK-ERR: fail_array_extent.py:[[@LINE+4]]:21: error: the extents of an array are whole numbers of at least 1, not `0` [ArrayExtent]
    # CHECK-ERR:     t = local.array(0, float32)
    # CHECK-ERR:                     ^
    # CHECK-ERR: help: only one-dimensional shared arrays take their size from the launch
    t = local.array(0, float32)
    # CHECK-ERR: fail_array_extent.py:[[@LINE+4]]:21: error: the extents of an array are whole numbers of at least 1, not `2.5` [ArrayExtent]
    # CHECK-ERR:     u = local.array(2.5, float32)
    # CHECK-ERR:                     ^~~
    # CHECK-ERR: help: write a positive number
    u = local.array(2.5, float32)
    # CHECK-ERR: fail_array_extent.py:[[@LINE+4]]:22: error: the extents of an array are whole numbers of at least 1, not `()` [ArrayExtent]
    # CHECK-ERR:     v = shared.array((), float32)
    # CHECK-ERR:                      ^~
    # CHECK-ERR: help: give at least one extent
    v = shared.array((), float32)
    # CHECK-ERR: fail_array_extent.py:[[@LINE+4]]:26: error: the extents of an array are whole numbers of at least 1, not `-1` [ArrayExtent]
    # CHECK-ERR:     w = shared.array((8, -1), float32)
    # CHECK-ERR:                          ^~
    # CHECK-ERR: help: write a positive number
    w = shared.array((8, -1), float32)
