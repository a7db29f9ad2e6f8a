# RUN: kernelc check %s
from kernelc import *

@device
def f(**options):
    return 1

@kernel
def k(a: float32[:]):
    a[0] = f()
