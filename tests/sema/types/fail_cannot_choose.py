# RUN: kernelc check %s
from kernelc import *

@kernel
def k(a: float32[:], n: int32):
    # CHECK-ERR: fail_cannot_choose.py:[[@LINE+10]]:25: error: this expression is array(float32, 1d, A) or int32 [CannotChoose]
    # CHECK-ERR:     b = a if n > 0 else n
    # CHECK-ERR:                         ^
    # CHECK-ERR: fail_cannot_choose.py:[[@LINE+7]]:9: note: array(float32, 1d, A) here
    # CHECK-ERR:     b = a if n > 0 else n
    # CHECK-ERR:         ~
    # CHECK-ERR: fail_cannot_choose.py:[[@LINE+4]]:25: note: int32 here
    # CHECK-ERR:     b = a if n > 0 else n
    # CHECK-ERR:                         ~
    # CHECK-ERR: help: both sides need one type
    b = a if n > 0 else n
