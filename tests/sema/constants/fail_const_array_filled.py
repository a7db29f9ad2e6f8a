# RUN: kernelc build %s --sig 'int64[::1]' --emit kir
import numpy as np
from numba import cuda

TABLE = np.array([3, 1, 2])


@cuda.jit
def k(out):
    TABLE.fill(3)
    out[0] = TABLE[0]
