# RUN: kernelc check %s
from kernelc import *

@kernel
def k(a: float32[:]):
    with a:
        a[0] = 1
