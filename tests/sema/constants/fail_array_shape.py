# RUN: kernelc check %s
from kernelc import *

@kernel
def k(a: float32[:], n: int32):
    # CHECK-ERR: fail_array_shape.py:[[@LINE+4]]:22: error: the shape of an array must be known while compiling, not int32 [ArrayShape]
    # CHECK-ERR:     s = shared.array(n, float32)
    # CHECK-ERR:                      ^
    # CHECK-ERR: help: use a number or a module constant; an array of size 0 takes its size from the launch's dynamic shared memory
    s = shared.array(n, float32)
    s[0] = a[0]
