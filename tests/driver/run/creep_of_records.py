# RUN: kernelc run %s k ps=zeros:P:8 out=zeros:float32:8 --grid 1 --block 8 --device cpu
# The records hold doubles: no warning.
import numpy as np
from numba import cuda

P = np.dtype([("x", np.float32), ("m", np.float64)], align=True)

@cuda.jit
def k(ps, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = ps[i].m + ps[i].x
