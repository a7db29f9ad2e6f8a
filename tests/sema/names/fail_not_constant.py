# RUN: kernelc check %s
from kernelc import *

import sys

SIZE = int(sys.argv[1])

@kernel
def k(a: int32[:]):
    a[0] = SIZE
