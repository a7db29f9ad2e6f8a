# RUN: kernelc run %s k out=zeros:float64:3 n=int:1 --device cpu --grid 1 --block 1 --print out
"""A loop over a tuple is written out, and the function compiled anew: arrays named before it and after are the same."""
import numpy as np
from numba import cuda

A = (np.array([1.5, 2.5]), np.array([10, 20]))


@cuda.jit
def k(out, n):
    out[0] = A[0][n] + A[1][n]
    for a in A:
        out[1] += a[n]
    out[2] = A[1][n]

# CHECK: out: float64 (3,)
# CHECK:   [22.5, 22.5, 20.0]
# CHECK:   min 20.0  max 22.5  mean 21.6666667
