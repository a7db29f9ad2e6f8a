# RUN: kernelc check %s
from kernelc import *

@kernel
# CHECK-ERR: fail_native_c.py:[[@LINE+4]]:7: error: invalid syntax: a parameter has no type in front [SyntaxError]
# CHECK-ERR: def k(float* a, int n):
# CHECK-ERR:       ^~~~~
# CHECK-ERR: help: write `a: float32`, or `a: float32[:]` for an array
def k(float* a, int n):
    a[0] = n

@kernel
def arrays(a: float32[:]):
    # CHECK-ERR: fail_native_c.py:[[@LINE+4]]:5: error: invalid syntax: a variable has no type in front [SyntaxError]
    # CHECK-ERR:     __shared__ float tile[32];
    # CHECK-ERR:     ^~~~~~~~~~~~~~~~
    # CHECK-ERR: help: write `tile = shared.array(32, float32)`
    __shared__ float tile[32];
    # CHECK-ERR: fail_native_c.py:[[@LINE+4]]:12: error: invalid syntax: a conversion is a call [SyntaxError]
    # CHECK-ERR:     a[0] = (float)a[1]
    # CHECK-ERR:            ^~~~~~~
    # CHECK-ERR: help: write `float32(...)`
    a[0] = (float)a[1]
