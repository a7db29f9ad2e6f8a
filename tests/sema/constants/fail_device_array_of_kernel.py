# A kernel writes to it, and the other one sees that.
# RUN: kernelc build %s -k k --sig 'int64[::1]' --emit kir
import numpy as np
from numba import cuda

K = cuda.to_device(np.arange(4))

@cuda.jit
def fill():
    K[0] = 7

@cuda.jit
def k(out):
    # CHECK-ERR: fail_device_array_of_kernel.py:[[@LINE+10]]:14: error: `K` has no value that is known while compiling [NotConstant]
    # CHECK-ERR:     out[0] = K[0]
    # CHECK-ERR:              ^
    # CHECK-ERR: fail_device_array_of_kernel.py:[[@LINE-11]]:1: note: bound here
    # CHECK-ERR: K = cuda.to_device(np.arange(4))
    # CHECK-ERR: ~
    # CHECK-ERR: fail_device_array_of_kernel.py:[[@LINE+6]]:1: note: not known: was handed to code that is not known
    # CHECK-ERR: fill[1, 1]()
    # CHECK-ERR: ~~~~~~~~~~~~
    # CHECK-ERR: help: kernels have an array on the device as a constant, where the file says what is in it (`cuda.to_device(table)`) and neither kernels nor the host write to it later; pass others as parameters, or give its value: `--define K=VALUE`
    out[0] = K[0]

fill[1, 1]()
k[1, 1](cuda.device_array(1, np.int64))
