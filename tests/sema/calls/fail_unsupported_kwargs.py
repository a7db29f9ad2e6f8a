# RUN: kernelc check %s
from kernelc import *

@device
def f(**options):
    return 1

@kernel
def k(a: float32[:]):
    # CHECK-ERR: fail_unsupported_kwargs.py:[[@LINE+7]]:12: error: `f` takes `**` keyword arguments [UnsupportedKwargs]
    # CHECK-ERR:     a[0] = f()
    # CHECK-ERR:            ^~~
    # CHECK-ERR: fail_unsupported_kwargs.py:[[@LINE-8]]:5: note: defined here
    # CHECK-ERR: def f(**options):
    # CHECK-ERR:     ~
    # CHECK-ERR: help: name the parameters
    a[0] = f()
