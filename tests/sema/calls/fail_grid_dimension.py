# RUN: kernelc check %s
from kernelc import *

@kernel
def k(a: float32[:]):
    # CHECK-ERR: fail_grid_dimension.py:[[@LINE+4]]:14: error: the dimension of `grid` is 1, 2 or 3 [GridDimension]
    # CHECK-ERR:     i = grid(4)
    # CHECK-ERR:              ^
    # CHECK-ERR: help: write 1, 2 or 3
    i = grid(4)
    a[i] = 0
