# RUN: kernelc check %s
from kernelc import *

@device
def half(x):
    return x >> 1

@kernel
def k(a: float32[:]):
    a[0] = half(a[1])
