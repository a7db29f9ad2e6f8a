from kernelc import *

from limits import inside


@kernel
def shift(x):
    i = grid(1)
    if inside(i, x):
        x[i] += 1.0
