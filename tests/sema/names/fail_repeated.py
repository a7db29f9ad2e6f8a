# RUN: kernelc check %s
from numba import cuda

@cuda.jit("void(float32[::1])")
def typed(a):
    ii = cuda.grid(1)
    # CHECK-ERR: fail_repeated.py:[[@LINE+5]]:8: error: name `i` is not defined [UnknownName]
    # CHECK-ERR:     if i < a.size:
    # CHECK-ERR:        ^
    # CHECK-ERR: note: 3 more uses of it in this function
    # CHECK-ERR: help: define it in the file, or make it a parameter
    if i < a.size:
        a[i] = a[i] + i

@cuda.jit
def untyped(a):
    ii = cuda.grid(1)
    # CHECK-ERR: fail_repeated.py:[[@LINE+5]]:8: error: name `i` is not defined [UnknownName]
    # CHECK-ERR:     if i < a.size:
    # CHECK-ERR:        ^
    # CHECK-ERR: note: 2 more uses of it in this function
    # CHECK-ERR: help: define it in the file, or make it a parameter
    if i < a.size:
        a[i] = i
