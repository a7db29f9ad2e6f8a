# RUN: kernelc check %s
from kernelc import *

@kernel
def k(a: float32[:]):
    t = (1, 2)
    t[0] = 3
