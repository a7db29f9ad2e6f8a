# RUN: kernelc check %s
from kernelc import *

@kernel
def k(a: float32[:]):
    import math
    a[0] = 1
