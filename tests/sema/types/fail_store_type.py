# RUN: kernelc check %s
from kernelc import *

@kernel
def k(a: float32[:], b: complex64[:]):
    a[0] = b[0]
