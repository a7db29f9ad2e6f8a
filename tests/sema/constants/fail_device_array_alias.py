# RUN: kernelc build %s -k k --sig 'int64[::1]' --emit kir
import numpy as np
from numba import cuda

K = cuda.to_device(np.arange(4))
OTHER = K
OTHER.copy_to_device(np.ones(4, np.int64))

@cuda.jit
def k(out):
    # CHECK-ERR: fail_device_array_alias.py:[[@LINE+10]]:14: error: `K` has no value that is known while compiling [NotConstant]
    # CHECK-ERR:     out[0] = K[0]
    # CHECK-ERR:              ^
    # CHECK-ERR: fail_device_array_alias.py:[[@LINE-9]]:1: note: bound here
    # CHECK-ERR: K = cuda.to_device(np.arange(4))
    # CHECK-ERR: ~
    # CHECK-ERR: fail_device_array_alias.py:[[@LINE-10]]:1: note: not known: was handed to code that is not known
    # CHECK-ERR: OTHER.copy_to_device(np.ones(4, np.int64))
    # CHECK-ERR: ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
    # CHECK-ERR: help: kernels have an array on the device as a constant, where the file says what is in it (`cuda.to_device(table)`) and neither kernels nor the host write to it later; pass others as parameters, or give its value: `--define K=VALUE`
    out[0] = K[0]
