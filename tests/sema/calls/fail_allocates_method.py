# RUN: kernelc check %s
from kernelc import *


@kernel
def k(a: float32[:]):
    # CHECK-ERR: fail_allocates_method.py:[[@LINE+7]]:9: error: `a.copy` makes a new array, and kernels do not allocate [Allocates]
    # CHECK-ERR:     b = a.copy()
    # CHECK-ERR:         ^~~~~~~~
    # CHECK-ERR: fail_allocates_method.py:[[@LINE+4]]:9: note: array(float32, 1d, A)
    # CHECK-ERR:     b = a.copy()
    # CHECK-ERR:         ~
    # CHECK-ERR: help: use `b = cuda.local.array(shape, dtype)` and `b[:] = a`
    b = a.copy()
    # CHECK-ERR: fail_allocates_method.py:[[@LINE+7]]:9: error: `a.astype` makes a new array, and kernels do not allocate [Allocates]
    # CHECK-ERR:     c = a.astype(float64)
    # CHECK-ERR:         ^~~~~~~~~~~~~~~~~
    # CHECK-ERR: fail_allocates_method.py:[[@LINE+4]]:9: note: array(float32, 1d, A)
    # CHECK-ERR:     c = a.astype(float64)
    # CHECK-ERR:         ~
    # CHECK-ERR: help: convert each element, `np.float32(a[i])`, or copy into an array of that type with `b[:] = a`
    c = a.astype(float64)
