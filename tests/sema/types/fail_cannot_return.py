# RUN: kernelc check %s
from kernelc import *

import math

@device
def pick():
    return math

@kernel
def k(a: float32[:]):
    a[0] = pick()
