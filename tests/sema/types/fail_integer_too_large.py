# RUN: kernelc check %s
from kernelc import *

@kernel
def k(a: uint64[:]):
    a[0] = 0x1_0000_0000_0000_0000_0000_0000
