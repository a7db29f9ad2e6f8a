# RUN: kernelc check %s
from kernelc import *

@kernel
def k(a: float32[:]):
    # CHECK-ERR: fail_fstring.py:[[@LINE+4]]:9: error: kernels have no f-strings [UnsupportedFString]
    # CHECK-ERR:     x = f"{a[0]}"
    # CHECK-ERR:         ^~~~~~~~~
    # CHECK-ERR: help: strings cannot be formatted in kernels
    x = f"{a[0]}"
