# RUN: kernelc check %s
from kernelc import *

@device
def forever(n):
    return forever(n - 1)

@kernel
def k(a: int32[:], n: int32):
    a[0] = forever(n)
