# RUN: kernelc check %s
from numba import cuda

class Solver:
    def __init__(self):
        self.dt = 0.1

    @cuda.jit("void(float32[::1])")
    def k(self, a):
        # CHECK-ERR: fail_self.py:[[@LINE+7]]:17: error: `self` has no attribute `dt` [UnknownAttribute]
        # CHECK-ERR:         a[0] += self.dt
        # CHECK-ERR:                 ^~~~~~~
        # CHECK-ERR: fail_self.py:[[@LINE+4]]:17: note: `self`
        # CHECK-ERR:         a[0] += self.dt
        # CHECK-ERR:                 ~~~~
        # CHECK-ERR: help: kernels get no object: make `dt` a parameter, or give it a value in the body of the class and write `Solver.dt`
        a[0] += self.dt
