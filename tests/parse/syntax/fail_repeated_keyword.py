# RUN: kernelc check %s
from kernelc import *

@device
def scale(x, factor=1.0):
    return x * factor

@kernel
def k(a: float32[:]):
    # CHECK-ERR: fail_repeated_keyword.py:[[@LINE+9]]:35: error: keyword argument repeated: `factor` [RepeatedKeyword]
    # CHECK-ERR:     a[0] = scale(1.0, factor=2.0, factor=3.0)
    # CHECK-ERR:                                   ^~~~~~~~~~
    # CHECK-ERR: fail_repeated_keyword.py:[[@LINE+6]]:35: error: `scale` has no argument `factor` left [UnknownKeyword]
    # CHECK-ERR:     a[0] = scale(1.0, factor=2.0, factor=3.0)
    # CHECK-ERR:                                   ^~~~~~~~~~
    # CHECK-ERR: fail_repeated_keyword.py:[[@LINE-11]]:5: note: defined here
    # CHECK-ERR: def scale(x, factor=1.0):
    # CHECK-ERR:     ~~~~~
    a[0] = scale(1.0, factor=2.0, factor=3.0)
