# RUN: kernelc check %s
from kernelc import *

@kernel
def k(a: float32[:]):
    # CHECK-ERR: fail_bytes.py:[[@LINE+4]]:9: error: kernels have no bytes literals [UnsupportedBytes]
    # CHECK-ERR:     x = b"ab"
    # CHECK-ERR:         ^~~~~
    # CHECK-ERR: help: use an array of uint8
    x = b"ab"
