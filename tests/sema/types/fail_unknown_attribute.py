# RUN: kernelc check %s
from kernelc import *

@kernel
def k(a: float32[:]):
    # CHECK-ERR: fail_unknown_attribute.py:[[@LINE+7]]:12: error: array(float32, 1d, A) has no attribute `length` [UnknownAttribute]
    # CHECK-ERR:     a[0] = a.length
    # CHECK-ERR:            ^~~~~~~~
    # CHECK-ERR: fail_unknown_attribute.py:[[@LINE+4]]:12: note: array(float32, 1d, A)
    # CHECK-ERR:     a[0] = a.length
    # CHECK-ERR:            ~
    # CHECK-ERR: help: did you mean `size`?
    a[0] = a.length
