# RUN: kernelc check -W no-Float64Creep %s
import math
from numba import cuda

@cuda.jit("void(float32[::1], float32)")
def k(a, dt):
    # CHECK-ERR: range_of_floats.py:[[@LINE+4]]:27: warning: `range` counts in integers, and cuts off what `dt` has behind the point [RangeOfFloats]
    # CHECK-ERR:     for x in range(0, 10, dt):
    # CHECK-ERR:                           ^~
    # CHECK-ERR: help: count the steps, and compute each value, as in `x = start + i * dt`
    for x in range(0, 10, dt):
        a[0] += x
    # CHECK-ERR: range_of_floats.py:[[@LINE+4]]:27: warning: `range` counts in integers, and cuts off what `2.5` has behind the point [RangeOfFloats]
    # CHECK-ERR:     for x in range(0, 10, 2.5):
    # CHECK-ERR:                           ^~~
    # CHECK-ERR: help: count the steps, and compute each value, as in `x = start + i * 2.5`
    for x in range(0, 10, 2.5):
        a[0] += x
    # CHECK-ERR: range_of_floats.py:[[@LINE+4]]:20: warning: `range` counts in integers, and cuts off what `0.5` has behind the point [RangeOfFloats]
    # CHECK-ERR:     for x in range(0.5, 10):
    # CHECK-ERR:                    ^~~
    # CHECK-ERR: help: write `int(0.5)`, or `math.ceil(0.5)` to include the last part
    for x in range(0.5, 10):
        a[0] += x

# Whole numbers, and floats that hold them.
@cuda.jit("void(float32[::1], int32)")
def right(a, n):
    for x in range(n / 2):
        a[0] += x
    for x in range(10.0):
        a[0] += x
    for x in range(math.ceil(a[0])):
        a[0] += x
    for x in range(0, n, n // 2):
        a[0] += x
