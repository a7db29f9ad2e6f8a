# RUN: kernelc check %s
from kernelc import *

@device
def half(x):
    return x / 2

@device
def double(x):
    return x * 2

@kernel
def k(a: float32[:]):
    # CHECK-ERR: fail_function_choice.py:[[@LINE+10]]:31: error: `half` or `double`: a function cannot be chosen at run time [FunctionChoice]
    # CHECK-ERR:     f = half if a[0] > 0 else double
    # CHECK-ERR:                               ^~~~~~
    # CHECK-ERR: fail_function_choice.py:[[@LINE+7]]:9: note: `half` here
    # CHECK-ERR:     f = half if a[0] > 0 else double
    # CHECK-ERR:         ~~~~
    # CHECK-ERR: fail_function_choice.py:[[@LINE+4]]:31: note: `double` here
    # CHECK-ERR:     f = half if a[0] > 0 else double
    # CHECK-ERR:                               ~~~~~~
    # CHECK-ERR: help: call both in the branches: `y = f(x) if condition else g(x)`
    f = half if a[0] > 0 else double
    a[1] = f(a[0])
    # CHECK-ERR: fail_function_choice.py:[[@LINE+10]]:5: error: `double` or `half`: a function cannot be chosen at run time [FunctionChoice]
    # CHECK-ERR:     g = half
    # CHECK-ERR:     ^
    # CHECK-ERR: fail_function_choice.py:[[@LINE+9]]:9: note: `double` here
    # CHECK-ERR:         g = double
    # CHECK-ERR:         ~
    # CHECK-ERR: fail_function_choice.py:[[@LINE+4]]:5: note: `half` here
    # CHECK-ERR:     g = half
    # CHECK-ERR:     ~
    # CHECK-ERR: help: call both in the branches: `y = f(x) if condition else g(x)`
    g = half
    if a[2] > 0:
        g = double
    a[2] = g(a[3])
    table = (half, double)
    a[3] = table[1](a[3])
