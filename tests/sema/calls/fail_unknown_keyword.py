# RUN: kernelc check %s
from kernelc import *

@kernel
def k(a: float32[:]):
    i = grid(dimensions=1)
    a[i] = 0
