# RUN: kernelc check %s
from kernelc import *

import numpy as np

@kernel
def k(a: float32[:]):
    # CHECK-ERR: fail_unsupported_function.py:[[@LINE+4]]:9: error: `np.zeros` is not available in kernels [UnsupportedFunction]
    # CHECK-ERR:     b = np.zeros(16)
    # CHECK-ERR:         ^~~~~~~~
    # CHECK-ERR: help: kernels do not allocate: use `cuda.local.array(shape, dtype)`, or pass an array
    b = np.zeros(16)
    a[0] = b[0]
