# RUN: kernelc check %s
from kernelc import *

@kernel
def k(a: float32[:]):
    # CHECK-ERR: fail_starred.py:[[@LINE+4]]:8: error: `*` cannot stand here [UnsupportedStarred]
    # CHECK-ERR:     x, *y = a
    # CHECK-ERR:        ^~
    # CHECK-ERR: help: write the elements one by one
    x, *y = a
    a[0] = x
