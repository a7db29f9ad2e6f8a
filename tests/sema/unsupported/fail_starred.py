# RUN: kernelc check %s
from kernelc import *

@kernel
def k(a: float32[:]):
    x, *y = (1, 2, 3)
    a[0] = x
