# RUN: kernelc check %s
from kernelc import *
import numpy as np


@kernel
def k(a: float32[:], b: float32[:]):
    # CHECK-ERR: fail_array_result.py:[[@LINE+7]]:9: error: `np.add` of an array makes a new array, and kernels do not allocate [ArrayResult]
    # CHECK-ERR:     c = np.add(a, b)
    # CHECK-ERR:         ^~~~~~~~~~~~
    # CHECK-ERR: fail_array_result.py:[[@LINE+4]]:16: note: array(float32, 1d, A)
    # CHECK-ERR:     c = np.add(a, b)
    # CHECK-ERR:                ~
    # CHECK-ERR: help: give the array for the result, `np.add(a, b, out)`, or compute one element
    c = np.add(a, b)
    a[0] = c[0]
