# Functions that several kernels use.
from kernelc import *


@device
def multiplied(a, b):
    return a * b
