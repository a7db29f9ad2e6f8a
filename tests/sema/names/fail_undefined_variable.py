# RUN: kernelc check %s
from kernelc import *

@kernel
def k(a: int32[:]):
    # CHECK-ERR: fail_undefined_variable.py:[[@LINE+4]]:12: error: `total` has no value here [UndefinedVariable]
    # CHECK-ERR:     a[0] = total
    # CHECK-ERR:            ^~~~~
    # CHECK-ERR: help: assign to it first; a name that a function assigns is local to the whole function
    a[0] = total
    total = 1
