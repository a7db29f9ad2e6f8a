# RUN: kernelc run %s k out=zeros:int64:1 -I %S/inputs --device cpu --grid 1 --block 1 --print out
# The folder of a package is none in which its files look for modules: `own_names/pandas.py` is not pandas.
from numba import cuda
from own_names.pandas import N


@cuda.jit
def k(out):
    out[0] = N
# CHECK: out: int64 (1,)
# CHECK:   [4]
# CHECK:   min 4  max 4  mean 4
