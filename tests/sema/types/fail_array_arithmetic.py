# RUN: kernelc check %s
from kernelc import *

@kernel
def k(a: float32[:], b: float32[:]):
    c = a + b
