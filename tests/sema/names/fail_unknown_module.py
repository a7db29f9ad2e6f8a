# RUN: kernelc check %s
from kernelc import *

import random

@kernel
def k(a: float32[:]):
    a[0] = random.random()
