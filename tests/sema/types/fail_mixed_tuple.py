# RUN: kernelc check %s
from kernelc import *

@kernel
def k(a: float32[:]):
    for x in (a, 1):
        a[0] = 1
