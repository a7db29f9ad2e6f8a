from kernelc import *


@device
def inside(i, x):
    return i < x.size
