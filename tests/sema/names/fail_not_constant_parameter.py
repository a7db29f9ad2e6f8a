# RUN: kernelc check %s
from kernelc import *

def make(factor):
    @kernel
    def scale(a: float32[:]):
        # CHECK-ERR: fail_not_constant_parameter.py:[[@LINE+7]]:17: error: `factor` has no value that is known while compiling [NotConstant]
        # CHECK-ERR:         a[0] *= factor
        # CHECK-ERR:                 ^~~~~~
        # CHECK-ERR: fail_not_constant_parameter.py:[[@LINE-6]]:10: note: bound here
        # CHECK-ERR: def make(factor):
        # CHECK-ERR:          ~~~~~~
        # CHECK-ERR: help: it belongs to a call of the function around; make it a parameter of the kernel
        a[0] *= factor
    return scale
