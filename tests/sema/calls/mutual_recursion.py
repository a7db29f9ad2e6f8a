# RUN: kernelc check %s
from kernelc import *

@device
def even(n):
    if n == 0:
        return True
    return odd(n - 1)

@device
def odd(n):
    if n == 0:
        return False
    return even(n - 1)

@kernel
def k(a: int32[:], n: int32):
    a[0] = even(n)
