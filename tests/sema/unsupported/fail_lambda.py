# RUN: kernelc check %s
from kernelc import *

@kernel
def k(a: float32[:]):
    f = lambda x: x + 1
    a[0] = f(a[1])
