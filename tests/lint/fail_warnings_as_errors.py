# RUN: kernelc check -W error=MissingGuard %s
from numba import cuda
import numpy as np

@cuda.jit("void(float32[::1])")
def line(a):
    # CHECK-ERR: fail_warnings_as_errors.py:[[@LINE+4]]:5: error: nothing compares the place in the grid with the size before `a[cuda.grid(1)]` [MissingGuard]
    # CHECK-ERR:     a[cuda.grid(1)] = np.float32(1)
    # CHECK-ERR:     ^~~~~~~~~~~~~~~
    # CHECK-ERR: help: the last block may reach beyond the array: test the place first, as in `if i < n:`
    a[cuda.grid(1)] = np.float32(1)
    # CHECK-ERR: fail_warnings_as_errors.py:[[@LINE+4]]:5: warning: the value of `a[0] == a[1]` is not used [UnusedResult]
    # CHECK-ERR:     a[0] == a[1]
    # CHECK-ERR:     ^~~~~~~~~~~~
    # CHECK-ERR: help: an assignment is written with `=`
    a[0] == a[1]
