# RUN: kernelc check %s
from kernelc import *

@kernel
def k(a: float32[:]):
    # CHECK-ERR: fail_no_truth.py:[[@LINE+4]]:8: error: array(float32, 1d, A) is neither true nor false [NoTruth]
    # CHECK-ERR:     if a:
    # CHECK-ERR:        ^
    # CHECK-ERR: help: compare an element, or use the array's size
    if a:
        a[0] = 1
