# RUN: kernelc check %s
from kernelc import *

@kernel
def k(a: float32[:]):
    i = grid(4)
    a[i] = 0
