# RUN: kernelc check %s
from kernelc import *

@kernel
def k(a: float32[:], n: int32):
    b = a[::n]
    b[0] = 1
