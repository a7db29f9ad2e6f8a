# RUN: kernelc check %s
from kernelc import *

@kernel
def k(a: float32[:]):
    # CHECK-ERR: fail_zero_step.py:[[@LINE+3]]:27: error: the step of range is zero [ZeroStep]
    # CHECK-ERR:     for i in range(0, 10, 0):
    # CHECK-ERR:                           ^
    for i in range(0, 10, 0):
        a[i] = 1
