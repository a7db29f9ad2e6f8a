from kernelc import *

from limits import inside


@kernel
def scale(x, factor):
    i = grid(1)
    if inside(i, x):
        x[i] *= factor


@kernel
def untouched(x):
    x[0] = 0
