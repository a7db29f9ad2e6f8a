# RUN: kernelc build %s --sig 'int64[::1]' --emit kir
import numpy as np
from numba import cuda

TABLE = np.array([3, 1, 2])


@cuda.jit
def k(out):
    # CHECK-ERR: fail_const_array_filled.py:[[@LINE+4]]:5: error: the array is read-only [ReadonlyStore]
    # CHECK-ERR:     TABLE.fill(3)
    # CHECK-ERR:     ^~~~~~~~~~~~~
    # CHECK-ERR: help: pass a writable array as an argument; arrays of the file are constants, also those of `cuda.to_device`
    TABLE.fill(3)
    out[0] = TABLE[0]
