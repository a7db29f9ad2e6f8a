# RUN: kernelc check %s
from numba import cuda
import numpy as np

@cuda.jit("void(float32[::1], int32)")
def k(a, n):
    # CHECK-ERR: fail_python_function.py:[[@LINE+4]]:16: error: `map` is not available in kernels [UnsupportedFunction]
    # CHECK-ERR:     a[0] = sum(map(abs, a))
    # CHECK-ERR:                ^~~
    # CHECK-ERR: help: call the function in a loop
    a[0] = sum(map(abs, a))
    # CHECK-ERR: fail_python_function.py:[[@LINE+4]]:12: error: `sorted` is not available in kernels [UnsupportedFunction]
    # CHECK-ERR:     a[1] = sorted(a)[0]
    # CHECK-ERR:            ^~~~~~
    # CHECK-ERR: help: sort on the host, or write the sort with loops over a `cuda.local.array`
    a[1] = sorted(a)[0]
    # CHECK-ERR: fail_python_function.py:[[@LINE+4]]:8: error: name `callable` is not defined [UnknownName]
    # CHECK-ERR:     if callable(n):
    # CHECK-ERR:        ^~~~~~~~
    # CHECK-ERR: help: define it in the file, or make it a parameter
    if callable(n):
        # CHECK-ERR: fail_python_function.py:[[@LINE+4]]:16: error: `np.random` is not available in kernels [UnsupportedFunction]
        # CHECK-ERR:         a[2] = np.random.rand()
        # CHECK-ERR:                ^~~~~~~~~
        # CHECK-ERR: help: pass states of `create_xoroshiro128p_states` and call `xoroshiro128p_uniform_float32(states, i)`
        a[2] = np.random.rand()
    # CHECK-ERR: fail_python_function.py:[[@LINE+4]]:5: error: `cuda.synchronize` is not available in kernels [UnsupportedFunction]
    # CHECK-ERR:     cuda.synchronize()
    # CHECK-ERR:     ^~~~~~~~~~~~~~~~
    # CHECK-ERR: help: it waits on the host; threads of a block wait with `cuda.syncthreads()`
    cuda.synchronize()
