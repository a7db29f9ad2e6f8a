# RUN: kernelc check %s
from kernelc import *

@kernel
def k(a: float32[:]):
    n = 1
    def count(x):
        # CHECK-ERR: fail_nonlocal.py:[[@LINE+8]]:9: error: `n` is a variable of `k`: functions inside it cannot assign to it [GlobalWrite]
        # CHECK-ERR:         nonlocal n
        # CHECK-ERR:         ^~~~~~~~~~
        # CHECK-ERR: fail_nonlocal.py:[[@LINE+8]]:12: note: called here
        # CHECK-ERR:     a[0] = count(1) + n
        # CHECK-ERR:            ~~~~~~~~
        # CHECK-ERR: note: `k.count` was compiled for (int64, a constant)
        # CHECK-ERR: help: return the value and assign it in the function around
        nonlocal n
        n = 2
        return x
    a[0] = count(1) + n
