# RUN: kernelc check %s
from kernelc import *

@kernel
def k(a: float32[:], n: int32):
    s = shared.array(n, float32)
    s[0] = a[0]
