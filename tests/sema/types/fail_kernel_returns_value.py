# RUN: kernelc check %s
from kernelc import *

@kernel
def k(a: float32[:]):
    # CHECK-ERR: fail_kernel_returns_value.py:[[@LINE+4]]:12: error: a kernel returns nothing, but this returns float32 [KernelReturnsValue]
    # CHECK-ERR:     return a[0]
    # CHECK-ERR:            ^~~~
    # CHECK-ERR: help: write the result into an array parameter
    return a[0]
