# RUN: kernelc check %s
from kernelc import *

@kernel
def k(a: float32[:], n: int32):
    x, y = n
    a[0] = x
