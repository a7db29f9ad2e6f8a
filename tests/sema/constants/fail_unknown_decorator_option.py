# RUN: kernelc check %s
from kernelc import *

@kernel(fast=True)
def k(a: float32[:]):
    a[0] = 0
