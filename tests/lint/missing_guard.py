# RUN: kernelc check %s
from numba import cuda
import numpy as np

@cuda.jit("void(float32[::1])")
def line(a):
    i = cuda.blockIdx.x * cuda.blockDim.x + cuda.threadIdx.x
    # CHECK-ERR: missing_guard.py:[[@LINE+4]]:5: warning: nothing compares the place in the grid with the size before `a[i]` [MissingGuard]
    # CHECK-ERR:     a[i] = np.float32(1)
    # CHECK-ERR:     ^~~~
    # CHECK-ERR: help: the last block may reach beyond the array: test the place first, as in `if i < n:`
    a[i] = np.float32(1)

@cuda.jit("void(float32[:, ::1])")
def half(a):
    x, y = cuda.grid(2)
    if x < a.shape[0]:
        # CHECK-ERR: missing_guard.py:[[@LINE+4]]:9: warning: nothing compares the place in the grid with the size before `a[x, y]` [MissingGuard]
        # CHECK-ERR:         a[x, y] = np.float32(1)
        # CHECK-ERR:         ^~~~~~~
        # CHECK-ERR: help: the last block may reach beyond the array: test the place first, as in `if y < n:`
        a[x, y] = np.float32(1)

@cuda.jit("void(float32[:, ::1], int32)")
def flat(a, w):
    x, y = cuda.grid(2)
    # CHECK-ERR: missing_guard.py:[[@LINE+4]]:5: warning: nothing compares the place in the grid with the size before `a[(x + y * w) // w, 0]` [MissingGuard]
    # CHECK-ERR:     a[(x + y * w) // w, 0] = np.float32(1)
    # CHECK-ERR:     ^~~~~~~~~~~~~~~~~~~~~~
    # CHECK-ERR: help: the last block may reach beyond the array: test the place first, as in `if i < n:`
    a[(x + y * w) // w, 0] = np.float32(1)
