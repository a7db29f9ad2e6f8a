# RUN: kernelc check %s
from kernelc import *

@kernel("void(float31[:])")
def k(a):
    a[0] = 0
