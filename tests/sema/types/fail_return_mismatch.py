# RUN: kernelc check %s
from kernelc import *

@device
def first(a, n):
    if n > 0:
        return a
    # CHECK-ERR: fail_return_mismatch.py:[[@LINE+8]]:12: error: this returns float64, but another return gives array(float32, 1d, A) [ReturnMismatch]
    # CHECK-ERR:     return 0.5
    # CHECK-ERR:            ^~~
    # CHECK-ERR: fail_return_mismatch.py:[[@LINE+9]]:5: note: called here
    # CHECK-ERR:     first(a, n)
    # CHECK-ERR:     ~~~~~~~~~~~
    # CHECK-ERR: note: `first` was compiled for (array(float32, 1d, A), int32)
    # CHECK-ERR: help: return the same type everywhere
    return 0.5

@kernel
def k(a: float32[:], n: int32):
    first(a, n)
