# An array takes the place of another, and what host code makes of it follows.
# RUN: kernelc run %s k out=zeros:int64:2 --device cpu --grid 1 --block 1 --print out --define TABLE=full:int32:5:3
import numpy as np
from numba import cuda

TABLE = np.array([1, 2, 3])
SUM = int(TABLE.sum())


@cuda.jit
def k(out):
    out[0] = TABLE.size
    out[1] = SUM
# CHECK: out: int64 (2,)
# CHECK:   [5, 15]
# CHECK:   min 5  max 15  mean 10
