# RUN: kernelc check %s
from numba import cuda

@cuda.jit("void(float32[::1])")
def k(a):
    count = 0
    def inc():
        # CHECK-ERR: fail_nonlocal_without_arguments.py:[[@LINE+7]]:9: error: `count` is a variable of `k`: functions inside it cannot assign to it [GlobalWrite]
        # CHECK-ERR:         nonlocal count
        # CHECK-ERR:         ^~~~~~~~~~~~~~
        # CHECK-ERR: fail_nonlocal_without_arguments.py:[[@LINE+6]]:5: note: called here
        # CHECK-ERR:     inc()
        # CHECK-ERR:     ~~~~~
        # CHECK-ERR: help: return the value and assign it in the function around
        nonlocal count
        count += 1
    inc()
    a[0] = count
