# RUN: kernelc check %s
from kernelc import *

import math

@kernel
def k(a: float32[:]):
    a[0] = math.pie
