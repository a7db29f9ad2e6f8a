# RUN: kernelc check %s
from kernelc import *

@kernel
def k(a: float32[:], n: int32):
    for i in range(n):
        if i > n:
            a[0] = x
        # CHECK-ERR: fail_unknown_type.py:[[@LINE+4]]:13: error: the type of this variable cannot be found [UnknownType]
        # CHECK-ERR:         x = x
        # CHECK-ERR:             ^
        # CHECK-ERR: help: give the variable a value whose type is known before it is used
        x = x
