# RUN: kernelc check %s
from kernelc import *

@kernel
def k(a: float32[:], n: int32):
    a[0] = n[1]
