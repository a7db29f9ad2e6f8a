# RUN: kernelc check %s
from kernelc import *

@kernel
def k(a: float32[:]):
    # CHECK-ERR: fail_unknown_keyword.py:[[@LINE+3]]:14: error: `grid` has no argument `dimensions` left [UnknownKeyword]
    # CHECK-ERR:     i = grid(dimensions=1)
    # CHECK-ERR:              ^~~~~~~~~~~~
    i = grid(dimensions=1)
    a[i] = 0
