# RUN: kernelc check %s
from kernelc import *

@kernel
def k(a: float32[:]):
    assert a[0] > 0
