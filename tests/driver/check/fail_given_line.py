# RUN: kernelc check %s --sig "kernel@6(int32)"
from numba import cuda


@cuda.jit
def kernel(a):
    # CHECK-ERR: fail_given_line.py:[[@LINE+7]]:5: error: int32 cannot be indexed [NotSubscriptable]
    # CHECK-ERR:     a[0] = 1
    # CHECK-ERR:     ^~~~
    # CHECK-ERR: fail_given_line.py:[[@LINE+4]]:5: note: int32
    # CHECK-ERR:     a[0] = 1
    # CHECK-ERR:     ~
    # CHECK-ERR: help: `a` is one number: pass an array, or make it one
    a[0] = 1


@cuda.jit
def kernel(a, b):
    a[0] = b
