# RUN: kernelc check %s
from kernelc import *

@kernel
def k(a: float32[:]):
    # CHECK-ERR: fail_set.py:[[@LINE+4]]:9: error: kernels have no sets [UnsupportedSet]
    # CHECK-ERR:     x = {1, 2}
    # CHECK-ERR:         ^~~~~~
    # CHECK-ERR: help: use a tuple; a set stands only after `in`
    x = {1, 2}
