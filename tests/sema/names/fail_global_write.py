# RUN: kernelc check %s
from kernelc import *

COUNT = 0

@kernel
def k(a: int32[:]):
    global COUNT
    # CHECK-ERR: fail_global_write.py:[[@LINE+4]]:5: error: `COUNT` is a variable of the module: kernels cannot assign to it [GlobalWrite]
    # CHECK-ERR:     COUNT = 1
    # CHECK-ERR:     ^~~~~
    # CHECK-ERR: help: module variables are constants in kernels; keep values that change in an array
    COUNT = 1
    a[0] = 2
