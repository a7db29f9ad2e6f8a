# RUN: kernelc check %s
from kernelc import *

@kernel
def k(a: float32[:]):
    x = max(v for v in a)
