# RUN: kernelc check %s
from kernelc import *

@kernel
def k(a: float32[:]):
    # CHECK-ERR: fail_argument_type.py:[[@LINE+4]]:16: error: `len` wants an array or tuple, not int64 [ArgumentType]
    # CHECK-ERR:     a[0] = len(3)
    # CHECK-ERR:                ^
    # CHECK-ERR: help: it is a number already: write `3`
    a[0] = len(3)
