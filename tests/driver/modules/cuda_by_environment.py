# RUN: kernelc run %s k out=zeros:int64:1 --device cpu --grid 1 --block 1 --print out
import os

cuda = None
if os.environ.get("THAT_IS_NOT_SET"):
    from numba import cuda
N = 3 if cuda is None else 4


@cuda.jit
def k(out):
    out[cuda.threadIdx.x] = N
# CHECK: out: int64 (1,)
# CHECK:   [3]
# CHECK:   min 3  max 3  mean 3
