# RUN: kernelc check %s
from kernelc import *

@kernel
def k(a: int8[:]):
    atomic.add(a, 0, 1)
