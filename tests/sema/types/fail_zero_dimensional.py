# RUN: kernelc check %s
from kernelc import *

@kernel("void(Array(float32, 0, 'C'))")
# CHECK-ERR: fail_zero_dimensional.py:[[@LINE+4]]:7: error: `a` is an array without dimensions [ZeroDimensional]
# CHECK-ERR: def k(a):
# CHECK-ERR:       ^
# CHECK-ERR: help: pass an array of one element, or the number itself
def k(a):
    a[()] = 1
