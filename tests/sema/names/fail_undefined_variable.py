# RUN: kernelc check %s
from kernelc import *

@kernel
def k(a: int32[:]):
    a[0] = total
    total = 1
