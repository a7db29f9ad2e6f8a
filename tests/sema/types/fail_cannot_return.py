# RUN: kernelc check %s
from kernelc import *

import math

@device
def pick():
    # CHECK-ERR: fail_cannot_return.py:[[@LINE+7]]:12: error: a function cannot return math [CannotReturn]
    # CHECK-ERR:     return math
    # CHECK-ERR:            ^~~~
    # CHECK-ERR: fail_cannot_return.py:[[@LINE+8]]:12: note: called here
    # CHECK-ERR:     a[0] = pick()
    # CHECK-ERR:            ~~~~~~
    # CHECK-ERR: help: a device function returns numbers, arrays and tuples of these
    return math

@kernel
def k(a: float32[:]):
    a[0] = pick()
