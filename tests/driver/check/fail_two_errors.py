# RUN: kernelc check %s
from numba import cuda

@cuda.jit
def k(a):
    # CHECK-ERR: fail_two_errors.py:[[@LINE+4]]:12: error: name `first_missing` is not defined [UnknownName]
    # CHECK-ERR:     a[0] = first_missing
    # CHECK-ERR:            ^~~~~~~~~~~~~
    # CHECK-ERR: help: define it in the file, or make it a parameter
    a[0] = first_missing
    # CHECK-ERR: fail_two_errors.py:[[@LINE+4]]:12: error: name `second_missing` is not defined [UnknownName]
    # CHECK-ERR:     a[1] = second_missing
    # CHECK-ERR:            ^~~~~~~~~~~~~~
    # CHECK-ERR: help: define it in the file, or make it a parameter
    a[1] = second_missing
