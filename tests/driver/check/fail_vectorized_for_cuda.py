# RUN: kernelc check %s
import numpy as np
from numba import vectorize


@vectorize(["float64(float64)"], target="cuda")
def same(x):
    # CHECK-ERR: fail_vectorized_for_cuda.py:[[@LINE+4]]:12: error: `np.zeros` makes a new array, and kernels do not allocate [Allocates]
    # CHECK-ERR:     return np.zeros(1)[0] + x
    # CHECK-ERR:            ^~~~~~~~
    # CHECK-ERR: help: use `b = cuda.local.array(shape, dtype)` and `b[:] = 0`; its shape is a constant
    return np.zeros(1)[0] + x
