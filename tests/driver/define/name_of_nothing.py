# RUN: kernelc run %s k out=zeros:int64:1 --device cpu --grid 1 --block 1 --print out --define TILE=8
# RUN: kernelc check %s --define TILE=8
from kernelc import *


@kernel
def k(out: int64[::1]):
    out[0] = TILE
# CHECK: out: int64 (1,)
# CHECK:   [8]
# CHECK:   min 8  max 8  mean 8
