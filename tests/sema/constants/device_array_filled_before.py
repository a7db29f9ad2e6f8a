# What is written to it before the first launch counts, where that is followed.
# RUN: kernelc run %s k out=zeros:int64:2 --device cpu --grid 1 --block 1 --print out
import numpy as np
from numba import cuda

HOST = np.zeros(4, np.int64)
for at in range(4):
    HOST[at] = at * at
K = cuda.to_device(HOST)


@cuda.jit
def k(out):
    out[0] = K[3]
    out[1] = len(K)


k[1, 1](cuda.device_array(2, np.int64))
HOST[3] = 100
# CHECK: out: int64 (2,)
# CHECK:   [9, 4]
# CHECK:   min 4  max 9  mean 6.5
