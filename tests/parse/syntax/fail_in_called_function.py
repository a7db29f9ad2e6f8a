# RUN: kernelc build %s --emit kir
"""A function without a decorator is the host's until a kernel calls it."""
from kernelc import *


def helper(x):
    # CHECK-ERR: fail_in_called_function.py:[[@LINE+3]]:5: error: `break` outside loop [MisplacedStatement]
    # CHECK-ERR:     break
    # CHECK-ERR:     ^~~~~
    break
    return x + 1


@kernel
def k(a: int32[:]):
    a[0] = helper(1)
