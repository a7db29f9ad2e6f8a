# Members of libraries have the values that the program gave them.
# RUN: kernelc run %s k out=zeros:float64:4 --device cpu --grid 1 --block 1 --print out
import math

import numpy as np
from numba import cuda, float32

np.pi = 3
math.tau = 6


@cuda.jit
def k(out):
    a = cuda.shared.array(int(np.prod((np.pi, 2))), float32)
    b = cuda.shared.array(int(np.ceil(np.max((math.tau, 1)))), float32)
    out[0] = np.pi
    out[1] = a.size
    out[2] = b.size
# CHECK: out: float64 (4,)
# CHECK:   [3.0, 6.0, 6.0, 0.0]
# CHECK:   min 0.0  max 6.0  mean 3.75
