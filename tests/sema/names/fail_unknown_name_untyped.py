# RUN: kernelc check %s
from kernelc import *

@kernel
def k(a):
    # CHECK-ERR: fail_unknown_name_untyped.py:[[@LINE+4]]:12: error: name `thredIdx` is not defined [UnknownName]
    # CHECK-ERR:     a[0] = thredIdx.x
    # CHECK-ERR:            ^~~~~~~~
    # CHECK-ERR: help: did you mean `threadIdx`?
    a[0] = thredIdx.x
