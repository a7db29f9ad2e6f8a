# RUN: kernelc check %s
from kernelc import *

# CHECK-ERR: fail_bad_signature.py:[[@LINE+4]]:9: error: bad signature: `float31` is not a type [BadSignature]
# CHECK-ERR: @kernel("void(float31[:])")
# CHECK-ERR:         ^~~~~~~~~~~~~~~~~~
# CHECK-ERR: help: a signature is `void(float32[:], int64)`: array types are `float32[:]` for any layout and `float32[::1]` for contiguous ones
@kernel("void(float31[:])")
def k(a):
    a[0] = 0
