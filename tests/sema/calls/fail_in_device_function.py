# RUN: kernelc check %s
from kernelc import *

@device
def half(x):
    # CHECK-ERR: fail_in_device_function.py:[[@LINE+8]]:12: error: `>>` does not exist for float32 and int64 [NoOperator]
    # CHECK-ERR:     return x >> 1
    # CHECK-ERR:            ^~~~~~
    # CHECK-ERR: fail_in_device_function.py:[[@LINE+9]]:12: note: called here
    # CHECK-ERR:     a[0] = half(a[1])
    # CHECK-ERR:            ~~~~~~~~~~
    # CHECK-ERR: note: `half` was compiled for (float32)
    # CHECK-ERR: help: convert the operands to integers first
    return x >> 1

@kernel
def k(a: float32[:]):
    a[0] = half(a[1])
