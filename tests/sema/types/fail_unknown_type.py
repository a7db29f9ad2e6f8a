# RUN: kernelc check %s
from kernelc import *

@kernel
def k(a: float32[:], n: int32):
    for i in range(n):
        if i > n:
            # CHECK-ERR: fail_unknown_type.py:[[@LINE+4]]:20: error: the type of this variable cannot be found [UnknownType]
            # CHECK-ERR:             a[0] = x
            # CHECK-ERR:                    ^
            # CHECK-ERR: help: give the variable a value whose type is known before it is used
            a[0] = x
        x = x
