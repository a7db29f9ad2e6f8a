# RUN: kernelc run %s k out=zeros:int64:2 -I %S/inputs --device cpu --grid 1 --block 1 --print out
# The last one that binds a name wins.
from numba import cuda

FIXED = 3
from settings import *

N = 20


@cuda.jit
def k(out):
    out[0] = FIXED
    out[1] = N
# CHECK: out: int64 (2,)
# CHECK:   [7, 20]
# CHECK:   min 7  max 20  mean 13.5
