# RUN: kernelc check %s
from kernelc import *

@kernel
def k(a: float32[:]):
    # CHECK-ERR: fail_class.py:[[@LINE+6]]:5: error: kernels have no classes [UnsupportedClass]
    # CHECK-ERR:     class C:
    # CHECK-ERR:     ^~~~~~~~
    # CHECK-ERR:         pass
    # CHECK-ERR:         ~~~~
    # CHECK-ERR: help: define functions, and pass values as parameters
    class C:
        pass
