# RUN: kernelc check %s
from numba import cuda

@cuda.jit("void(float32[::1])")
def total(a):
    for i in range(a.size):
        # CHECK-ERR: fail_before_value.py:[[@LINE+4]]:9: error: `s` has no value here [UndefinedVariable]
        # CHECK-ERR:         s += a[i]
        # CHECK-ERR:         ^
        # CHECK-ERR: help: assign to it first; a name that a function assigns is local to the whole function
        s += a[i]
    a[0] = s

@cuda.jit("void(float32[::1])")
def length(a):
    # CHECK-ERR: fail_before_value.py:[[@LINE+4]]:11: error: `len` has no value here [UndefinedVariable]
    # CHECK-ERR:     len = len(a)
    # CHECK-ERR:           ^~~
    # CHECK-ERR: help: `len` is a variable in the whole function, since the function assigns to it: give the variable another name
    len = len(a)
    a[0] = len

@cuda.jit("void(float32[::1])")
def largest(a):
    max = a[0]
    for i in range(a.size):
        # CHECK-ERR: fail_before_value.py:[[@LINE+7]]:15: error: float32 cannot be called [NotCallable]
        # CHECK-ERR:         max = max(max, a[i])
        # CHECK-ERR:               ^~~
        # CHECK-ERR: fail_before_value.py:[[@LINE-5]]:5: note: `max` is float32 because of this
        # CHECK-ERR:     max = a[0]
        # CHECK-ERR:     ~~~
        # CHECK-ERR: help: `max` is a variable here, since the function assigns to it: give the variable another name
        max = max(max, a[i])
    a[0] = max
