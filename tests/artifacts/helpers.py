from kernelc import *


@device
def twice(x):
    return x + x
