# RUN: kernelc check %s
from numba import cuda

@cuda.jit("void(float32[::1])")
def k(a):
    # CHECK-ERR: fail_range_step.py:[[@LINE+4]]:30: error: the step of `range` is zero [ZeroStep]
    # CHECK-ERR:     for x in range(0.0, 1.0, 0.1):
    # CHECK-ERR:                              ^~~
    # CHECK-ERR: help: `range` counts in integers, and makes 0.1 a 0: count the steps, and compute each value, as in `x = start + i * 0.1`
    for x in range(0.0, 1.0, 0.1):
        a[0] = x
