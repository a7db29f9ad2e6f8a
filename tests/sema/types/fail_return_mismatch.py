# RUN: kernelc check %s
from kernelc import *

@device
def first(a, n):
    if n > 0:
        return a
    return 0.5

@kernel
def k(a: float32[:], n: int32):
    first(a, n)
