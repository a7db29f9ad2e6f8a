# RUN: kernelc check %s
from numba import cuda

@cuda.jit
def k(a):
    # CHECK-ERR: fail_look_alike.py:[[@LINE+4]]:5: error: name `а` is not defined [UnknownName]
    # CHECK-ERR:     а[0] = 1
    # CHECK-ERR:     ^
    # CHECK-ERR: help: it only looks like `a`: write that in ASCII
    а[0] = 1
