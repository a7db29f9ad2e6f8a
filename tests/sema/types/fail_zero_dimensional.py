# RUN: kernelc check %s
from kernelc import *

@kernel("void(float32[()], int64[::1])")
def k(a, out):
    # CHECK-ERR: fail_zero_dimensional.py:[[@LINE+4]]:18: error: `a` is an array without dimensions, which has neither length nor elements to run over [ZeroDimensional]
    # CHECK-ERR:     out[0] = len(a)
    # CHECK-ERR:                  ^
    # CHECK-ERR: help: read it as `a[()]`
    out[0] = len(a)
    # CHECK-ERR: fail_zero_dimensional.py:[[@LINE+4]]:14: error: `a` is an array without dimensions, which has neither length nor elements to run over [ZeroDimensional]
    # CHECK-ERR:     for x in a:
    # CHECK-ERR:              ^
    # CHECK-ERR: help: read it as `a[()]`
    for x in a:
        out[1] += 1
