# RUN: kernelc check %s
from kernelc import *

@kernel
def k(a: float32[:], n: int32):
    b = a
    if n > 0:
        b = 1
    a[0] = b
