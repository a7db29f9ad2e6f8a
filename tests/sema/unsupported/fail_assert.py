# RUN: kernelc check %s
from kernelc import *

@kernel
def k(a: float32[:]):
    # CHECK-ERR: fail_assert.py:[[@LINE+4]]:5: error: kernels have no `assert` [UnsupportedAssert]
    # CHECK-ERR:     assert a[0] > 0
    # CHECK-ERR:     ^~~~~~~~~~~~~~~
    # CHECK-ERR: help: test the condition and return, or write an error code into an array
    assert a[0] > 0
