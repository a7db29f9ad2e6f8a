# RUN: kernelc run %s k out=zeros:float64:4 --device cpu --grid 1 --block 1 --print out
# Members of libraries that the program gives other values, in kernels and functions.
import math

import numpy as np
from numba import cuda

np.sin = np.cos
math.sqrt = math.floor


@cuda.jit(device=True)
def root(x):
    return math.sqrt(x)


@cuda.jit
def k(out):
    out[0] = np.sin(0.0)
    out[1] = root(2.5)
# CHECK: out: float64 (4,)
# CHECK:   [1.0, 2.0, 0.0, 0.0]
# CHECK:   min 0.0  max 2.0  mean 0.75
