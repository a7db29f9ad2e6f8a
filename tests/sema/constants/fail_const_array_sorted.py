# A method that changes a constant is no constant itself.
# RUN: kernelc build %s --sig 'int64[::1]' --emit kir
import numpy as np
from numba import cuda

TABLE = np.array([3, 1, 2])


@cuda.jit
def k(out):
    # CHECK-ERR: fail_const_array_sorted.py:[[@LINE+7]]:5: error: readonly array(int64, 1d, C) has no method `sort` [UnknownMethod]
    # CHECK-ERR:     TABLE.sort()
    # CHECK-ERR:     ^~~~~~~~~~
    # CHECK-ERR: fail_const_array_sorted.py:[[@LINE+4]]:5: note: readonly array(int64, 1d, C)
    # CHECK-ERR:     TABLE.sort()
    # CHECK-ERR:     ~~~~~
    # CHECK-ERR: help: write what it does with loops and elements
    TABLE.sort()
    out[0] = TABLE[0]
