# RUN: kernelc run %s k out=zeros:int64:1 --device cpu --grid 1 --block 1 --print out -I %S/inputs
import helpers
from numba import cuda

@cuda.jit
def k(out):
    out[0] = helpers.SIZE
# CHECK: out: int64 (1,)
# CHECK:   [9]
# CHECK:   min 9  max 9  mean 9
