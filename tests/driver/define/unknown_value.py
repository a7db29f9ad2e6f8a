# What has no value that is known gets one.
# RUN: kernelc run %s k out=zeros:int64:1 --device cpu --grid 1 --block 1 --print out --define SEED=7
import time

from kernelc import *

SEED = int(time.time())


@kernel
def k(out: int64[::1]):
    out[0] = SEED
# CHECK: out: int64 (1,)
# CHECK:   [7]
# CHECK:   min 7  max 7  mean 7
