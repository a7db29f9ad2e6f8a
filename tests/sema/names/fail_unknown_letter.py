# RUN: kernelc check %s
from kernelc import *

@kernel
def k(a: float32[:], x: float32):
    # CHECK-ERR: fail_unknown_letter.py:[[@LINE+4]]:12: error: name `n` is not defined [UnknownName]
    # CHECK-ERR:     a[0] = n
    # CHECK-ERR:            ^
    # CHECK-ERR: help: define it in the file, or make it a parameter
    a[0] = n
    # CHECK-ERR: fail_unknown_letter.py:[[@LINE+4]]:12: error: name `X` is not defined [UnknownName]
    # CHECK-ERR:     a[1] = X
    # CHECK-ERR:            ^
    # CHECK-ERR: help: did you mean `x`?
    a[1] = X
