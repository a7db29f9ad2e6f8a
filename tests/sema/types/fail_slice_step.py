# RUN: kernelc check %s
from kernelc import *

@kernel
def k(a: float32[:], n: int32):
    # CHECK-ERR: fail_slice_step.py:[[@LINE+4]]:11: error: the step of a slice must be known while compiling [SliceStep]
    # CHECK-ERR:     b = a[::n]
    # CHECK-ERR:           ^~~
    # CHECK-ERR: help: write a loop with range(...)
    b = a[::n]
    b[0] = 1
