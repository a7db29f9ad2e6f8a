# RUN: kernelc check %s
from kernelc import *

@kernel
def k(a: float32[:]):
    x = [v * 2 for v in a]
