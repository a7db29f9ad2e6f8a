# RUN: kernelc run %s k out=zeros:int64:3 -I %S/inputs --device cpu --grid 1 --block 1 --print out
# What an imported file does below its own main guard does not happen.
import setup_below_main as consts
from numba import cuda


@cuda.jit
def k(out):
    out[0] = consts.N
    out[1] = consts.M
    out[2] = len(consts.T)
# CHECK: out: int64 (3,)
# CHECK:   [4, 2, 3]
# CHECK:   min 2  max 4  mean 3
