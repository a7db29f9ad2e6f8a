# RUN: kernelc check %s
from kernelc import *

@kernel
def k(a: float32[:, :]):
    x, y, z = a.shape
    a[0, 0] = x
