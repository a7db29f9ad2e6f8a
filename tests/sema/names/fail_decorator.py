# RUN: kernelc check %s
import numba
from numba import cuda
from kernelc import kernl

# CHECK-ERR: fail_decorator.py:[[@LINE+4]]:2: error: `cuda.jti` does not exist in kernels [UnknownMember]
# CHECK-ERR: @cuda.jti
# CHECK-ERR:  ^~~~~~~~
# CHECK-ERR: help: did you mean `cuda.jit`?
@cuda.jti
def k(a):
    a[0] = 1

# CHECK-ERR: fail_decorator.py:[[@LINE+4]]:2: error: `numba.njti` does not exist in kernels [UnknownMember]
# CHECK-ERR: @numba.njti(inline="always")
# CHECK-ERR:  ^~~~~~~~~~
# CHECK-ERR: help: did you mean `numba.njit`?
@numba.njti(inline="always")
def f(x):
    return x

# CHECK-ERR: fail_decorator.py:[[@LINE+4]]:2: error: `kernl` does not exist in kernels [UnknownMember]
# CHECK-ERR: @kernl
# CHECK-ERR:  ^~~~~
# CHECK-ERR: help: did you mean `kernel`?
@kernl
def g(a):
    a[0] = 1

@cuda.jit("void(float32[::1])")
def good(a):
    # CHECK-ERR: fail_decorator.py:[[@LINE+12]]:12: error: `f` has no value that is known while compiling [NotConstant]
    # CHECK-ERR:     a[0] = f(a[0])
    # CHECK-ERR:            ^
    # CHECK-ERR: fail_decorator.py:[[@LINE-16]]:5: note: bound here
    # CHECK-ERR: def f(x):
    # CHECK-ERR:     ~
    # CHECK-ERR: fail_decorator.py:[[@LINE-19]]:1: note: not known: is given by a call that is not followed
    # CHECK-ERR: def f(x):
    # CHECK-ERR: ~~~~~~~~~
    # CHECK-ERR:     return x
    # CHECK-ERR:     ~~~~~~~~
    # CHECK-ERR: help: its value is not known while compiling; make it a parameter of the kernel, or give its value: `--define f=VALUE`
    a[0] = f(a[0])
