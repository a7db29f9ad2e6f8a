# RUN: kernelc check %s
from kernelc import *
import numpy as np


@kernel
def k(a: float32[:], m: float32[:, :]):
    # CHECK-ERR: fail_allocates.py:[[@LINE+4]]:9: error: `np.zeros` makes a new array, and kernels do not allocate [Allocates]
    # CHECK-ERR:     b = np.zeros(16)
    # CHECK-ERR:         ^~~~~~~~
    # CHECK-ERR: help: use `b = cuda.local.array(shape, dtype)` and `b[:] = 0`; its shape is a constant
    b = np.zeros(16)
    # CHECK-ERR: fail_allocates.py:[[@LINE+4]]:9: error: `np.array` makes a new array, and kernels do not allocate [Allocates]
    # CHECK-ERR:     c = np.array([1.0, 2.0])
    # CHECK-ERR:         ^~~~~~~~
    # CHECK-ERR: help: use a tuple `(1, 2, 3)` for constants, or `cuda.local.array(shape, dtype)` and assign its elements
    c = np.array([1.0, 2.0])
    # CHECK-ERR: fail_allocates.py:[[@LINE+7]]:12: error: `np.dot` makes a new array, and kernels do not allocate [Allocates]
    # CHECK-ERR:     a[0] = np.dot(m, m)[0, 0]
    # CHECK-ERR:            ^~~~~~~~~~~~
    # CHECK-ERR: fail_allocates.py:[[@LINE+4]]:19: note: array(float32, 2d, A)
    # CHECK-ERR:     a[0] = np.dot(m, m)[0, 0]
    # CHECK-ERR:                   ~
    # CHECK-ERR: help: of vectors it is a number; write the product of matrices with loops over rows, columns and the inner dimension
    a[0] = np.dot(m, m)[0, 0]
    # CHECK-ERR: fail_allocates.py:[[@LINE+4]]:27: error: `np.sum(axis=...)` makes a new array, and kernels do not allocate [Allocates]
    # CHECK-ERR:     a[1] = np.sum(m, axis=0)[0]
    # CHECK-ERR:                           ^
    # CHECK-ERR: help: loop over the other axes, and take the function of each row or column
    a[1] = np.sum(m, axis=0)[0]
