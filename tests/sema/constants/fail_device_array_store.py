# RUN: kernelc build %s --sig 'int64[::1]' --emit kir
import numpy as np
from numba import cuda

K = cuda.to_device(np.arange(4))

@cuda.jit
def k(out):
    # CHECK-ERR: fail_device_array_store.py:[[@LINE+4]]:5: error: the array is read-only [ReadonlyStore]
    # CHECK-ERR:     K[0] = out[0]
    # CHECK-ERR:     ^~~~
    # CHECK-ERR: help: pass a writable array as an argument; arrays of the file are constants, also those of `cuda.to_device`
    K[0] = out[0]
