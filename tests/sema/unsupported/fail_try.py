# RUN: kernelc check %s
from kernelc import *

@kernel
def k(a: float32[:]):
    # CHECK-ERR: fail_try.py:[[@LINE+7]]:5: error: kernels have no `try` [UnsupportedTry]
    # CHECK-ERR:     try:
    # CHECK-ERR:     ^~~~
    # CHECK-ERR: ...
    # CHECK-ERR:         a[0] = 0
    # CHECK-ERR:         ~~~~~~~~
    # CHECK-ERR: help: test for the error before it happens: nothing raises in a kernel
    try:
        a[0] = 1 / a[1]
    except ZeroDivisionError:
        a[0] = 0
