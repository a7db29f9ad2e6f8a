# RUN: kernelc check %s
from kernelc import *

@kernel
def k(a: float32[:]):
    # CHECK-ERR: fail_argument_type.py:[[@LINE+3]]:16: error: `len` wants an array or tuple, not int64 [ArgumentType]
    # CHECK-ERR:     a[0] = len(3)
    # CHECK-ERR:                ^
    a[0] = len(3)
