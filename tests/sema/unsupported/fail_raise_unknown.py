# RUN: kernelc check %s
from kernelc import *

@kernel
def k(a: float32[:]):
    if a[0] > 0:
        # CHECK-ERR: fail_raise_unknown.py:[[@LINE+4]]:15: error: name `ValueErrer` is not defined [UnknownName]
        # CHECK-ERR:         raise ValueErrer("no such exception")
        # CHECK-ERR:               ^~~~~~~~~~
        # CHECK-ERR: help: define it in the file, or make it a parameter
        raise ValueErrer("no such exception")
