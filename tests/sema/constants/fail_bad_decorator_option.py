# RUN: kernelc check %s
from kernelc import *

import sys

@kernel(max_registers=sys.maxsize)
def k(a: float32[:]):
    a[0] = 0
