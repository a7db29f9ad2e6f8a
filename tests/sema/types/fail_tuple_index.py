# RUN: kernelc check %s
from kernelc import *

@kernel
def k(a: float32[:], n: int32):
    t = (1, 2, 3)
    u = t[n:]
    a[0] = u[0]
