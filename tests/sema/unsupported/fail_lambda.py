# RUN: kernelc check %s
from kernelc import *

@kernel
def k(a: float32[:]):
    # CHECK-ERR: fail_lambda.py:[[@LINE+4]]:9: error: kernels have no lambda expressions [UnsupportedLambda]
    # CHECK-ERR:     f = lambda x: x + 1
    # CHECK-ERR:         ^~~~~~~~~~~~~~~
    # CHECK-ERR: help: define a function outside the kernel and call it
    f = lambda x: x + 1
    a[0] = f(a[1])
