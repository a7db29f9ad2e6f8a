# RUN: kernelc check %s
from kernelc import *

@device
def nest(t, n):
    if n > 0:
        return nest((t, 1), n - 1)
    return n

@kernel
def k(a: int32[:], n: int32):
    a[0] = nest(0, n)
