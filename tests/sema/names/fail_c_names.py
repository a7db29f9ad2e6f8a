# RUN: kernelc check %s
from numba import cuda
import math as m

@cuda.jit
def k(a):
    # CHECK-ERR: fail_c_names.py:[[@LINE+12]]:9: error: name `blockIdx` is not defined [UnknownName]
    # CHECK-ERR:     i = blockIdx.x * blockDim.x + threadIdx.x
    # CHECK-ERR:         ^~~~~~~~
    # CHECK-ERR: help: did you mean `cuda.blockIdx`?
    # CHECK-ERR: fail_c_names.py:[[@LINE+8]]:22: error: name `blockDim` is not defined [UnknownName]
    # CHECK-ERR:     i = blockIdx.x * blockDim.x + threadIdx.x
    # CHECK-ERR:                      ^~~~~~~~
    # CHECK-ERR: help: did you mean `cuda.blockDim`?
    # CHECK-ERR: fail_c_names.py:[[@LINE+4]]:35: error: name `threadIdx` is not defined [UnknownName]
    # CHECK-ERR:     i = blockIdx.x * blockDim.x + threadIdx.x
    # CHECK-ERR:                                   ^~~~~~~~~
    # CHECK-ERR: help: did you mean `cuda.threadIdx`?
    i = blockIdx.x * blockDim.x + threadIdx.x
    # CHECK-ERR: fail_c_names.py:[[@LINE+4]]:5: error: name `__syncthreads` is not defined [UnknownName]
    # CHECK-ERR:     __syncthreads()
    # CHECK-ERR:     ^~~~~~~~~~~~~
    # CHECK-ERR: help: did you mean `cuda.syncthreads`?
    __syncthreads()
    # CHECK-ERR: fail_c_names.py:[[@LINE+16]]:5: error: name `atomicAdd` is not defined [UnknownName]
    # CHECK-ERR:     atomicAdd(a, i, sqrt(a[i]) + expf(a[i]) + fmaxf(a[i], 0))
    # CHECK-ERR:     ^~~~~~~~~
    # CHECK-ERR: help: did you mean `cuda.atomic.add`?
    # CHECK-ERR: fail_c_names.py:[[@LINE+12]]:21: error: name `sqrt` is not defined [UnknownName]
    # CHECK-ERR:     atomicAdd(a, i, sqrt(a[i]) + expf(a[i]) + fmaxf(a[i], 0))
    # CHECK-ERR:                     ^~~~
    # CHECK-ERR: help: did you mean `m.sqrt`?
    # CHECK-ERR: fail_c_names.py:[[@LINE+8]]:34: error: name `expf` is not defined [UnknownName]
    # CHECK-ERR:     atomicAdd(a, i, sqrt(a[i]) + expf(a[i]) + fmaxf(a[i], 0))
    # CHECK-ERR:                                  ^~~~
    # CHECK-ERR: help: did you mean `m.exp`?
    # CHECK-ERR: fail_c_names.py:[[@LINE+4]]:47: error: name `fmaxf` is not defined [UnknownName]
    # CHECK-ERR:     atomicAdd(a, i, sqrt(a[i]) + expf(a[i]) + fmaxf(a[i], 0))
    # CHECK-ERR:                                               ^~~~~
    # CHECK-ERR: help: did you mean `max`?
    atomicAdd(a, i, sqrt(a[i]) + expf(a[i]) + fmaxf(a[i], 0))
    # CHECK-ERR: fail_c_names.py:[[@LINE+12]]:12: error: `cuda.shfl_down` does not exist in kernels [UnknownMember]
    # CHECK-ERR:     a[i] = cuda.shfl_down(0xffffffff, a[i], 1) + cuda.__popc(i) + printf("x")
    # CHECK-ERR:            ^~~~~~~~~~~~~~
    # CHECK-ERR: help: did you mean `cuda.shfl_down_sync`?
    # CHECK-ERR: fail_c_names.py:[[@LINE+8]]:50: error: `cuda.__popc` does not exist in kernels [UnknownMember]
    # CHECK-ERR:     a[i] = cuda.shfl_down(0xffffffff, a[i], 1) + cuda.__popc(i) + printf("x")
    # CHECK-ERR:                                                  ^~~~~~~~~~~
    # CHECK-ERR: help: did you mean `cuda.popc`?
    # CHECK-ERR: fail_c_names.py:[[@LINE+4]]:67: error: name `printf` is not defined [UnknownName]
    # CHECK-ERR:     a[i] = cuda.shfl_down(0xffffffff, a[i], 1) + cuda.__popc(i) + printf("x")
    # CHECK-ERR:                                                                   ^~~~~~
    # CHECK-ERR: help: did you mean `print`?
    a[i] = cuda.shfl_down(0xffffffff, a[i], 1) + cuda.__popc(i) + printf("x")
