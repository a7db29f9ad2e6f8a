# RUN: kernelc check %s
from kernelc import *

@kernel
def k(a: float32[:], n: int32):
    for i in n:
        a[i] = 0
