# RUN: kernelc check %s
from kernelc import *

import random

@kernel
def k(a: float32[:]):
    # CHECK-ERR: fail_unknown_module.py:[[@LINE+4]]:12: error: `random` is outside of what kernels can use [UnknownModule]
    # CHECK-ERR:     a[0] = random.random()
    # CHECK-ERR:            ^~~~~~
    # CHECK-ERR: help: kernels can use math, numpy, numba.cuda, kernelc, and files beside this one, in its package or in a folder given by `-I`; pass other values as parameters
    a[0] = random.random()
