# RUN: kernelc check %s
from numba import cuda
import math
import numpy as np

W = [1, 2, 3]

@cuda.jit("void(float32[::1])")
def k(a):
    # CHECK-ERR: fail_bracket_advice.py:[[@LINE+14]]:9: error: cuda.threadIdx cannot be indexed [NotSubscriptable]
    # CHECK-ERR:     i = cuda.threadIdx[0] + cuda.threadIdx[i]
    # CHECK-ERR:         ^~~~~~~~~~~~~~~~~
    # CHECK-ERR: fail_bracket_advice.py:[[@LINE+11]]:9: note: cuda.threadIdx
    # CHECK-ERR:     i = cuda.threadIdx[0] + cuda.threadIdx[i]
    # CHECK-ERR:         ~~~~~~~~~~~~~~
    # CHECK-ERR: help: write `cuda.threadIdx.x`
    # CHECK-ERR: fail_bracket_advice.py:[[@LINE+7]]:29: error: cuda.threadIdx cannot be indexed [NotSubscriptable]
    # CHECK-ERR:     i = cuda.threadIdx[0] + cuda.threadIdx[i]
    # CHECK-ERR:                             ^~~~~~~~~~~~~~~~~
    # CHECK-ERR: fail_bracket_advice.py:[[@LINE+4]]:29: note: cuda.threadIdx
    # CHECK-ERR:     i = cuda.threadIdx[0] + cuda.threadIdx[i]
    # CHECK-ERR:                             ~~~~~~~~~~~~~~
    # CHECK-ERR: help: its parts are `cuda.threadIdx.x`, `cuda.threadIdx.y` and `cuda.threadIdx.z`
    i = cuda.threadIdx[0] + cuda.threadIdx[i]
    # CHECK-ERR: fail_bracket_advice.py:[[@LINE+15]]:12: error: array(float32, 1d, C) cannot be called [NotCallable]
    # CHECK-ERR:     a[0] = a(0) + math.sqrt[0] + 2(3)
    # CHECK-ERR:            ^
    # CHECK-ERR: help: an element is written in brackets: `a[0]`
    # CHECK-ERR: fail_bracket_advice.py:[[@LINE+11]]:19: error: math.sqrt cannot be indexed [NotSubscriptable]
    # CHECK-ERR:     a[0] = a(0) + math.sqrt[0] + 2(3)
    # CHECK-ERR:                   ^~~~~~~~~~~~
    # CHECK-ERR: fail_bracket_advice.py:[[@LINE+8]]:19: note: math.sqrt
    # CHECK-ERR:     a[0] = a(0) + math.sqrt[0] + 2(3)
    # CHECK-ERR:                   ~~~~~~~~~
    # CHECK-ERR: help: a function is called with parentheses: `math.sqrt(0)`
    # CHECK-ERR: fail_bracket_advice.py:[[@LINE+4]]:34: error: int64 cannot be called [NotCallable]
    # CHECK-ERR:     a[0] = a(0) + math.sqrt[0] + 2(3)
    # CHECK-ERR:                                  ^
    # CHECK-ERR: help: a product is written `2 * (3)`
    a[0] = a(0) + math.sqrt[0] + 2(3)
    # CHECK-ERR: fail_bracket_advice.py:[[@LINE+18]]:12: error: array(float32, 1d, C) has no method `size` [UnknownMethod]
    # CHECK-ERR:     a[1] = a.size() + a.shape(0) + cuda.threadIdx.x()
    # CHECK-ERR:            ^~~~~~
    # CHECK-ERR: fail_bracket_advice.py:[[@LINE+15]]:12: note: array(float32, 1d, C)
    # CHECK-ERR:     a[1] = a.size() + a.shape(0) + cuda.threadIdx.x()
    # CHECK-ERR:            ~
    # CHECK-ERR: help: `size` is no method: leave the parentheses away
    # CHECK-ERR: fail_bracket_advice.py:[[@LINE+11]]:23: error: array(float32, 1d, C) has no method `shape` [UnknownMethod]
    # CHECK-ERR:     a[1] = a.size() + a.shape(0) + cuda.threadIdx.x()
    # CHECK-ERR:                       ^~~~~~~
    # CHECK-ERR: fail_bracket_advice.py:[[@LINE+8]]:23: note: array(float32, 1d, C)
    # CHECK-ERR:     a[1] = a.size() + a.shape(0) + cuda.threadIdx.x()
    # CHECK-ERR:                       ~
    # CHECK-ERR: help: `shape` is no method: write `a.shape[0]`
    # CHECK-ERR: fail_bracket_advice.py:[[@LINE+4]]:36: error: int32 cannot be called [NotCallable]
    # CHECK-ERR:     a[1] = a.size() + a.shape(0) + cuda.threadIdx.x()
    # CHECK-ERR:                                    ^~~~~~~~~~~~~~~~
    # CHECK-ERR: help: leave the parentheses away
    a[1] = a.size() + a.shape(0) + cuda.threadIdx.x()
    # CHECK-ERR: fail_bracket_advice.py:[[@LINE+14]]:12: error: float32 has no method `astype` [UnknownMethod]
    # CHECK-ERR:     a[2] = a[1].astype(np.int32) + a[1].astype("i4")
    # CHECK-ERR:            ^~~~~~~~~~~
    # CHECK-ERR: fail_bracket_advice.py:[[@LINE+11]]:12: note: float32
    # CHECK-ERR:     a[2] = a[1].astype(np.int32) + a[1].astype("i4")
    # CHECK-ERR:            ~~~~
    # CHECK-ERR: help: write `np.int32(a[1])`
    # CHECK-ERR: fail_bracket_advice.py:[[@LINE+7]]:36: error: float32 has no method `astype` [UnknownMethod]
    # CHECK-ERR:     a[2] = a[1].astype(np.int32) + a[1].astype("i4")
    # CHECK-ERR:                                    ^~~~~~~~~~~
    # CHECK-ERR: fail_bracket_advice.py:[[@LINE+4]]:36: note: float32
    # CHECK-ERR:     a[2] = a[1].astype(np.int32) + a[1].astype("i4")
    # CHECK-ERR:                                    ~~~~
    # CHECK-ERR: help: call the type, as in `np.int32(x)`
    a[2] = a[1].astype(np.int32) + a[1].astype("i4")
    # CHECK-ERR: fail_bracket_advice.py:[[@LINE+4]]:23: error: a slice cannot stand here [UnsupportedSlice]
    # CHECK-ERR:     for q in range(4)[::-1]:
    # CHECK-ERR:                       ^~~~
    # CHECK-ERR: help: ranges have no slices: write `reversed(range(4))`
    for q in range(4)[::-1]:
        # CHECK-ERR: fail_bracket_advice.py:[[@LINE+4]]:25: error: a slice cannot stand here [UnsupportedSlice]
        # CHECK-ERR:         a[q] = range(4)[1:]
        # CHECK-ERR:                         ^~
        # CHECK-ERR: help: ranges have no slices: write the bounds as `range(start, stop, step)`
        a[q] = range(4)[1:]
    # CHECK-ERR: fail_bracket_advice.py:[[@LINE+7]]:5: error: elements of (int64, int64, int64) cannot be assigned [TupleWrite]
    # CHECK-ERR:     W[0] = 5
    # CHECK-ERR:     ^~~~
    # CHECK-ERR: fail_bracket_advice.py:[[@LINE+4]]:5: note: (int64, int64, int64)
    # CHECK-ERR:     W[0] = 5
    # CHECK-ERR:     ~
    # CHECK-ERR: help: `W` belongs to the file, and is a constant in kernels; pass an array as a parameter
    W[0] = 5
    # CHECK-ERR: fail_bracket_advice.py:[[@LINE+7]]:5: error: (int64, int64, int64) has no attribute `append` [UnknownAttribute]
    # CHECK-ERR:     W.append(3)
    # CHECK-ERR:     ^~~~~~~~
    # CHECK-ERR: fail_bracket_advice.py:[[@LINE+4]]:5: note: (int64, int64, int64)
    # CHECK-ERR:     W.append(3)
    # CHECK-ERR:     ~
    # CHECK-ERR: help: arrays and tuples do not grow; use an array that is large enough, and count its elements
    W.append(3)
