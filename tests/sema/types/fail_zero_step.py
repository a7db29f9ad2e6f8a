# RUN: kernelc check %s
from kernelc import *

@kernel
def k(a: float32[:]):
    for i in range(0, 10, 0):
        a[i] = 1
