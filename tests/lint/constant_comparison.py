# RUN: kernelc check %s
from numba import cuda
import numpy as np

@cuda.jit("void(uint32[::1], int8[::1], uint64)")
def k(u, s, n):
    t = cuda.threadIdx.x
    # CHECK-ERR: constant_comparison.py:[[@LINE+4]]:8: warning: `u[t] < 0` is always false [ConstantComparison]
    # CHECK-ERR:     if u[t] < 0:
    # CHECK-ERR:        ^~~~~~~~
    # CHECK-ERR: help: a value of type uint32 is never outside of 0 to 4294967295; drop the comparison, or convert to a type that holds what is meant
    if u[t] < 0:
        u[t] = 1
    while n >= 0:
        n -= 1
        # CHECK-ERR: constant_comparison.py:[[@LINE+4]]:12: warning: `s[t] == 200` is always false [ConstantComparison]
        # CHECK-ERR:         if s[t] == 200:
        # CHECK-ERR:            ^~~~~~~~~~~
        # CHECK-ERR: help: a value of type int8 is never outside of -128 to 127; drop the comparison, or convert to a type that holds what is meant
        if s[t] == 200:
            break
    # CHECK-ERR: constant_comparison.py:[[@LINE+4]]:8: warning: `0 <= u[t]` is always true [ConstantComparison]
    # CHECK-ERR:     if 0 <= u[t] < 5:
    # CHECK-ERR:        ^~~~~~~~~
    # CHECK-ERR: help: a value of type uint32 is never outside of 0 to 4294967295; drop the comparison, or convert to a type that holds what is meant
    if 0 <= u[t] < 5:
        u[t] = 2
    if t >= 0 and u[t] > 0 and s[t] < 100:
        u[t] = 3
