# RUN: kernelc build %s --sig 'float64[::1]' --emit kir
import numpy as np
from numba import cuda

ZEROS = np.zeros((3000, 3000))

@cuda.jit
def k(out):
    out[0] = ZEROS[1, 2]
