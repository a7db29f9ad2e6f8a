# RUN: kernelc check %s
from kernelc import *

@kernel
def k(a: float32[:]):
    x = [1, 2, 3]
    a[0] = x[0]
