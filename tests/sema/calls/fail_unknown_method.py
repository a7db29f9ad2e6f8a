# RUN: kernelc check %s
from kernelc import *

@kernel
def k(a: float32[:]):
    # CHECK-ERR: fail_unknown_method.py:[[@LINE+7]]:5: error: array(float32, 1d, A) has no method `partition` [UnknownMethod]
    # CHECK-ERR:     a.partition(2)
    # CHECK-ERR:     ^~~~~~~~~~~
    # CHECK-ERR: fail_unknown_method.py:[[@LINE+4]]:5: note: array(float32, 1d, A)
    # CHECK-ERR:     a.partition(2)
    # CHECK-ERR:     ~
    # CHECK-ERR: help: write what it does with loops and elements
    a.partition(2)
