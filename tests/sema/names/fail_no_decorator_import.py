# RUN: kernelc check %s
import numba

# CHECK-ERR: fail_no_decorator_import.py:[[@LINE+4]]:2: error: name `cuda` is not defined [UnknownName]
# CHECK-ERR: @cuda.jit
# CHECK-ERR:  ^~~~
# CHECK-ERR: help: add `from numba import cuda` at the top of the file
@cuda.jit
def k(a):
    a[0] = 1

# CHECK-ERR: fail_no_decorator_import.py:[[@LINE+4]]:2: error: name `cuda` is not defined [UnknownName]
# CHECK-ERR: @cuda.jit(device=True)
# CHECK-ERR:  ^~~~
# CHECK-ERR: help: add `from numba import cuda` at the top of the file
@cuda.jit(device=True)
def f(x):
    return x
