# RUN: kernelc check %s
from kernelc import *

@kernel
def k(a: float32[:], b: float32[:]):
    # CHECK-ERR: fail_array_arithmetic.py:[[@LINE+10]]:9: error: `+` computes with whole arrays [ArrayArithmetic]
    # CHECK-ERR:     c = a + b
    # CHECK-ERR:         ^~~~~
    # CHECK-ERR: fail_array_arithmetic.py:[[@LINE+7]]:9: note: array(float32, 1d, A)
    # CHECK-ERR:     c = a + b
    # CHECK-ERR:         ~
    # CHECK-ERR: fail_array_arithmetic.py:[[@LINE+4]]:13: note: array(float32, 1d, A)
    # CHECK-ERR:     c = a + b
    # CHECK-ERR:             ~
    # CHECK-ERR: help: the result would be a new array: index the arrays in a loop, or write it into an array, `np.add(a, b, out)`
    c = a + b
