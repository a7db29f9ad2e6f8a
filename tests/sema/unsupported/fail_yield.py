# RUN: kernelc check %s
from kernelc import *

@kernel
def k(a: float32[:]):
    yield a[0]
