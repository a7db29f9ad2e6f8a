# RUN: kernelc check %s
from kernelc import *

COUNT = 0

@kernel
def k(a: int32[:]):
    global COUNT
    COUNT = 1
    a[0] = 2
