# RUN: kernelc check %s
from kernelc import *

@kernel
def k(a: float32[:], factor: float32):
    # CHECK-ERR: fail_unknown_name.py:[[@LINE+4]]:13: error: name `facter` is not defined [UnknownName]
    # CHECK-ERR:     a[0] *= facter
    # CHECK-ERR:             ^~~~~~
    # CHECK-ERR: help: did you mean `factor`?
    a[0] *= facter
