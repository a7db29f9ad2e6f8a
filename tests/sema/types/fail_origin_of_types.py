# RUN: kernelc check %s
from numba import cuda
import numpy as np

@cuda.jit("void(float32[::1], int32)")
def k(a, n):
    tile = cuda.local.array(4, np.float32)
    scale = 2.0
    place = n / 2
    # CHECK-ERR: fail_origin_of_types.py:[[@LINE+7]]:7: error: an index is an integer, not float64 [IndexType]
    # CHECK-ERR:     a[place] = 1
    # CHECK-ERR:       ^~~~~
    # CHECK-ERR: fail_origin_of_types.py:[[@LINE-4]]:5: note: `place` is float64 because of this
    # CHECK-ERR:     place = n / 2
    # CHECK-ERR:     ~~~~~
    # CHECK-ERR: help: `/` gives a float; `//` gives an integer
    a[place] = 1
    # CHECK-ERR: fail_origin_of_types.py:[[@LINE+16]]:12: error: `*` computes with whole arrays [ArrayArithmetic]
    # CHECK-ERR:     a[0] = tile * scale
    # CHECK-ERR:            ^~~~~~~~~~~~
    # CHECK-ERR: fail_origin_of_types.py:[[@LINE+13]]:12: note: array(float32, 1d, C)
    # CHECK-ERR:     a[0] = tile * scale
    # CHECK-ERR:            ~~~~
    # CHECK-ERR: fail_origin_of_types.py:[[@LINE+10]]:19: note: float64
    # CHECK-ERR:     a[0] = tile * scale
    # CHECK-ERR:                   ~~~~~
    # CHECK-ERR: fail_origin_of_types.py:[[@LINE-20]]:5: note: `tile` is array(float32, 1d, C) because of this
    # CHECK-ERR:     tile = cuda.local.array(4, np.float32)
    # CHECK-ERR:     ~~~~
    # CHECK-ERR: fail_origin_of_types.py:[[@LINE-22]]:5: note: `scale` is float64 because of this
    # CHECK-ERR:     scale = 2.0
    # CHECK-ERR:     ~~~~~
    # CHECK-ERR: help: the result would be a new array: index the arrays in a loop, or write it into an array, `np.add(a, b, out)`
    a[0] = tile * scale
