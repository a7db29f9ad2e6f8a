# RUN: kernelc check %s
from kernelc import *

@kernel
def k(a: float32[:]):
    s = shared.array(16, 4)
    s[0] = a[0]
