# RUN: kernelc run %s k out=zeros:int64:2 --device cpu --grid 1 --block 1 --print out -I %S/inputs
# A package's own `enum.py` does not stand for Python's.
from numba import cuda
from own_enum import Kind
from own_enum.enum import Level

N = Kind.FIRST.value
M = Level.LOW.value


@cuda.jit
def k(out):
    out[0] = N
    out[1] = M
# CHECK: out: int64 (2,)
# CHECK:   [7, 1]
# CHECK:   min 1  max 7  mean 4
