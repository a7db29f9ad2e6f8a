# RUN: kernelc check %s
from kernelc import *

import math

@kernel
def k(a: float32[:]):
    # CHECK-ERR: fail_call_arity.py:[[@LINE+4]]:12: error: `math.sin` takes 1 argument, 2 given [CallArity]
    # CHECK-ERR:     a[0] = math.sin(a[0], 1.0)
    # CHECK-ERR:            ^~~~~~~~~~~~~~~~~~~
    # CHECK-ERR: help: `kernelc builtins math.sin` shows them
    a[0] = math.sin(a[0], 1.0)
