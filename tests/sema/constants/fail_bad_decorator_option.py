# RUN: kernelc check %s
from kernelc import *

import sys

# CHECK-ERR: fail_bad_decorator_option.py:[[@LINE+4]]:23: error: the value of the option `max_registers` is not a constant of the right kind [BadDecoratorOption]
# CHECK-ERR: @kernel(max_registers=sys.maxsize)
# CHECK-ERR:                       ^~~~~~~~~~~
# CHECK-ERR: help: options of a decorator are constants
@kernel(max_registers=sys.maxsize)
def k(a: float32[:]):
    a[0] = 0
