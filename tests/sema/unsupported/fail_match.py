# RUN: kernelc check %s
from kernelc import *

@kernel
def k(a: float32[:]):
    match a.size:
        case {"n": 1}:
            a[0] = 1
