# RUN: kernelc run %s k out=zeros:float64:4 --device cpu --grid 1 --block 1 --print out
# Members of libraries that the program gives other values, in kernels and functions.
import builtins
import math

import numpy as np
from numba import cuda


def twice(n):
    return (n, n)


np.sin = np.cos
math.sqrt = math.floor
builtins.range = twice


@cuda.jit(device=True)
def root(x):
    return math.sqrt(x)


@cuda.jit
def k(out):
    out[0] = np.sin(0.0)
    out[1] = root(2.5)
    for i in range(3):
        out[2] += i
# CHECK: out: float64 (4,)
# CHECK:   [1.0, 2.0, 6.0, 0.0]
# CHECK:   min 0.0  max 6.0  mean 2.25
