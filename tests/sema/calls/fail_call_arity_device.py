# RUN: kernelc check %s
from kernelc import *

@device
def area(width, height):
    return width * height

@kernel
def k(a: float32[:]):
    # CHECK-ERR: fail_call_arity_device.py:[[@LINE+6]]:12: error: `area` takes 2 arguments, 1 given [CallArity]
    # CHECK-ERR:     a[0] = area(a[1])
    # CHECK-ERR:            ^~~~~~~~~~
    # CHECK-ERR: fail_call_arity_device.py:[[@LINE-8]]:5: note: defined here
    # CHECK-ERR: def area(width, height):
    # CHECK-ERR:     ~~~~
    a[0] = area(a[1])
