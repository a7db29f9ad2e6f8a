# RUN: kernelc check %s
from kernelc import *

@kernel
def k(a):
    a[0] = thredIdx.x
