# RUN: kernelc check %s
from kernelc import *

@kernel
def k(a: float32[:], n: int32):
    # CHECK-ERR: fail_not_callable.py:[[@LINE+4]]:12: error: int32 cannot be called [NotCallable]
    # CHECK-ERR:     a[0] = n(1)
    # CHECK-ERR:            ^
    # CHECK-ERR: help: kernels call functions of this file, builtins and types
    a[0] = n(1)
