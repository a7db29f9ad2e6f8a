# RUN: kernelc check %s
from kernelc import *

@kernel
def k(a: float32[:, :]):
    atomic.add(a, 0, 1)
