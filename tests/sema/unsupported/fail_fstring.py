# RUN: kernelc check %s
from kernelc import *

@kernel
def k(a: float32[:]):
    # CHECK-ERR: fail_fstring.py:[[@LINE+4]]:9: error: kernels have no f-strings [UnsupportedFString]
    # CHECK-ERR:     x = f"{a[0]}"
    # CHECK-ERR:         ^~~~~~~~~
    # CHECK-ERR: help: kernels do not compute with text; give `print` the values: `print("x =", x)`
    x = f"{a[0]}"
