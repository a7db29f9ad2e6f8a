# RUN: kernelc check %s
from kernelc import *

@kernel
def k(a: float32[:]):
    type Pair = tuple
