# RUN: kernelc check %s
from kernelc import *

@kernel
def k(a: float32[:]):
    # CHECK-ERR: fail_yield.py:[[@LINE+4]]:5: error: kernels have no `yield` [UnsupportedYield]
    # CHECK-ERR:     yield a[0]
    # CHECK-ERR:     ^~~~~~~~~~
    # CHECK-ERR: help: write results into an array
    yield a[0]
