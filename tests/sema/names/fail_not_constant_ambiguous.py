# RUN: kernelc check %s
from kernelc import *

import sys

if sys.platform == "linux":
    BLOCK = 128
else:
    BLOCK = 256

@kernel
def k(a: int32[:]):
    a[0] = BLOCK
