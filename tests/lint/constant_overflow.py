# RUN: kernelc check %s
import numpy as np
from numba import cuda

LIMIT = 70000

@cuda.jit("void(int8[::1], int32[::1], uint16[::1], uint32[::1])")
def k(a, b, c, d):
    # CHECK-ERR: constant_overflow.py:[[@LINE+4]]:12: warning: 300 does not fit int8: 44 is stored [ConstantOverflow]
    # CHECK-ERR:     a[0] = 300
    # CHECK-ERR:            ^~~
    # CHECK-ERR: help: use a wider array, or a number that it holds
    a[0] = 300
    a[1] = -128
    # CHECK-ERR: constant_overflow.py:[[@LINE+4]]:12: warning: 3000000000 does not fit int32: -1294967296 is stored [ConstantOverflow]
    # CHECK-ERR:     b[0] = 3000000000
    # CHECK-ERR:            ^~~~~~~~~~
    # CHECK-ERR: help: use a wider array, or a number that it holds
    b[0] = 3000000000
    # CHECK-ERR: constant_overflow.py:[[@LINE+4]]:12: warning: LIMIT does not fit uint16: 4464 is stored [ConstantOverflow]
    # CHECK-ERR:     c[0] = LIMIT
    # CHECK-ERR:            ^~~~~
    # CHECK-ERR: help: use a wider array, or a number that it holds
    c[0] = LIMIT
    c[1] = -1
    # CHECK-ERR: constant_overflow.py:[[@LINE+4]]:12: warning: -2**40 does not fit uint32: 0 is stored [ConstantOverflow]
    # CHECK-ERR:     d[0] = -2**40
    # CHECK-ERR:            ^~~~~~
    # CHECK-ERR: help: use a wider array, or a number that it holds
    d[0] = -2**40

# Bits that are meant.
@cuda.jit("void(int32[::1], uint32[::1], uint8[::1])")
def bits(a, b, c):
    a[0] = 0xFFFFFFFF
    a[1] = np.uint32(0xFFFFFFFF)
    b[0] = -1
    c[0] = 2.5
