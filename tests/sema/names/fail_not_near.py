# RUN: kernelc check %s
from numba import cuda
import math

@cuda.jit
def k(a):
    # CHECK-ERR: fail_not_near.py:[[@LINE+12]]:12: error: `math.abc` does not exist in kernels [UnknownMember]
    # CHECK-ERR:     a[0] = math.abc(a[0]) + gamma * mxa(a[0], 1)
    # CHECK-ERR:            ^~~~~~~~
    # CHECK-ERR: help: `kernelc builtins` lists what kernels have
    # CHECK-ERR: fail_not_near.py:[[@LINE+8]]:29: error: name `gamma` is not defined [UnknownName]
    # CHECK-ERR:     a[0] = math.abc(a[0]) + gamma * mxa(a[0], 1)
    # CHECK-ERR:                             ^~~~~
    # CHECK-ERR: help: define it in the file, or make it a parameter
    # CHECK-ERR: fail_not_near.py:[[@LINE+4]]:37: error: name `mxa` is not defined [UnknownName]
    # CHECK-ERR:     a[0] = math.abc(a[0]) + gamma * mxa(a[0], 1)
    # CHECK-ERR:                                     ^~~
    # CHECK-ERR: help: did you mean `max`?
    a[0] = math.abc(a[0]) + gamma * mxa(a[0], 1)
