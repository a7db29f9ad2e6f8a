# RUN: kernelc check %s
from numba import cuda

def make(factor):
    @cuda.jit("void(float32[:])")
    def scale(a):
        # CHECK-ERR: fail_outer_value_unknown_name.py:[[@LINE+4]]:26: error: name `fctor` is not defined [UnknownName]
        # CHECK-ERR:         a[0] *= factor * fctor
        # CHECK-ERR:                          ^~~~~
        # CHECK-ERR: help: did you mean `factor`?
        a[0] *= factor * fctor

    return scale
