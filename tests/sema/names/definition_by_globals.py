# RUN: kernelc run %s k out=zeros:int64:2 --device cpu --grid 1 --block 1 --print out
from numba import cuda

for name, value in [("A", 1), ("B", 2)]:
    globals()[name] = value


@cuda.jit
def k(out):
    out[0] = A + B
# CHECK: out: int64 (2,)
# CHECK:   [3, 0]
# CHECK:   min 0  max 3  mean 1.5
