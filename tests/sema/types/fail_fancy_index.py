# RUN: kernelc check %s
from kernelc import *

@kernel
def k(a: float32[:], where: int32[:]):
    a[where] = 0
