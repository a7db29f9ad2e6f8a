# RUN: kernelc check %s
from kernelc import *

@kernel
def k(a: float32[:]):
    # CHECK-ERR: fail_no_operator.py:[[@LINE+4]]:12: error: `<<` does not exist for float32 and int64 [NoOperator]
    # CHECK-ERR:     a[0] = a[1] << 2
    # CHECK-ERR:            ^~~~~~~~~
    # CHECK-ERR: help: convert the operands to integers first
    a[0] = a[1] << 2
