# RUN: kernelc build %s --sig 'int64[::1]' --emit kir
import numpy as np
from numba import cuda

K = cuda.to_device(np.arange(4))

@cuda.jit
def k(out):
    # CHECK-ERR: fail_device_array_store.py:[[@LINE+7]]:5: error: `K` has no value that is known while compiling [NotConstant]
    # CHECK-ERR:     K[0] = out[0]
    # CHECK-ERR:     ^
    # CHECK-ERR: fail_device_array_store.py:[[@LINE-7]]:1: note: bound here
    # CHECK-ERR: K = cuda.to_device(np.arange(4))
    # CHECK-ERR: ~
    # CHECK-ERR: help: kernels have an array on the device as a constant, where the file says what is in it (`cuda.to_device(table)`) and neither kernels nor the host write to it later; pass others as parameters, or give its value: `--define K=VALUE`
    K[0] = out[0]
