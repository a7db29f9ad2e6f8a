# RUN: kernelc check --sig 'first(float32[::1], int32)' %s
from numba import cuda


@cuda.jit
def first(a, n):
    # CHECK-ERR: fail_given_types.py:[[@LINE+7]]:12: error: float32 has no attribute `nothing` [UnknownAttribute]
    # CHECK-ERR:     a[0] = a[0].nothing
    # CHECK-ERR:            ^~~~~~~~~~~~
    # CHECK-ERR: fail_given_types.py:[[@LINE+4]]:12: note: float32
    # CHECK-ERR:     a[0] = a[0].nothing
    # CHECK-ERR:            ~~~~
    # CHECK-ERR: help: numbers have real, imag and dtype
    a[0] = a[0].nothing
