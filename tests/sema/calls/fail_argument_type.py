# RUN: kernelc check %s
from kernelc import *

@kernel
def k(a: float32[:]):
    a[0] = len(3)
