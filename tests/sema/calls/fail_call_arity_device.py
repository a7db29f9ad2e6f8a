# RUN: kernelc check %s
from kernelc import *

@device
def area(width, height):
    return width * height

@kernel
def k(a: float32[:]):
    a[0] = area(a[1])
