# RUN: kernelc check %s
from kernelc import *

@kernel
def k(a: float32[:], n: int32):
    for i in range(n):
        if i > n:
            a[0] = x
        x = x
