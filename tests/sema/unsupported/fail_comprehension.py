# RUN: kernelc check %s
from kernelc import *

@kernel
def k(a: float32[:]):
    # CHECK-ERR: fail_comprehension.py:[[@LINE+4]]:9: error: kernels have no comprehensions [UnsupportedComprehension]
    # CHECK-ERR:     x = [v * 2 for v in a]
    # CHECK-ERR:         ^~~~~~~~~~~~~~~~~~
    # CHECK-ERR: help: write a loop that fills a `cuda.local.array`
    x = [v * 2 for v in a]
