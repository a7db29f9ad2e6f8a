# RUN: kernelc run %s k out=zeros:int64:3 -I %S/inputs --device cpu --grid 1 --block 1 --print out
# What functions of another file change there, be they called there as well or not.
import setup_below_main as consts
from numba import cuda

consts.setup()
consts.bump()


@cuda.jit
def k(out):
    out[0] = consts.N
    out[1] = consts.M
    out[2] = len(consts.T)
# CHECK: out: int64 (3,)
# CHECK:   [9, 3, 4]
# CHECK:   min 3  max 9  mean 5.33333333
