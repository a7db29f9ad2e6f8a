# RUN: kernelc check %s
from kernelc import *

@kernel
def k(a: float32[:]):
    # CHECK-ERR: fail_no_unary_operator.py:[[@LINE+4]]:12: error: `~` does not exist for float32 [NoUnaryOperator]
    # CHECK-ERR:     a[0] = ~a[1]
    # CHECK-ERR:            ^~~~~
    # CHECK-ERR: help: `~` is for integers and bools
    a[0] = ~a[1]
