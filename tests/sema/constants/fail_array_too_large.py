# RUN: kernelc check %s
from kernelc import *

@kernel
def k(a: float32[:]):
    s = local.array((65536, 65536), float32)
    s[0, 0] = a[0]
