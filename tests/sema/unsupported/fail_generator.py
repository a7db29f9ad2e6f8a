# RUN: kernelc check %s
from kernelc import *

@kernel
def k(a: float32[:]):
    # CHECK-ERR: fail_generator.py:[[@LINE+4]]:12: error: kernels have no generators [UnsupportedGenerator]
    # CHECK-ERR:     x = max(v for v in a)
    # CHECK-ERR:            ^~~~~~~~~~~~~~
    # CHECK-ERR: help: write a loop
    x = max(v for v in a)
