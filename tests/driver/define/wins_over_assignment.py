# RUN: kernelc run %s k out=zeros:int64:3 --device cpu --grid 1 --block 1 --print out
# RUN: kernelc run %s k out=zeros:int64:3 --device cpu --grid 1 --block 1 --print out --define TILE=8
# RUN: kernelc run %s k out=zeros:int64:3 --device cpu --grid 1 --block 1 --print out -D TILE=2 -DEXTRA=100
from numba import cuda

TILE = 4
EXTRA = 1
AREA = TILE * TILE
for extra in range(TILE):
    EXTRA += extra
TILE += 1


@cuda.jit
def k(out):
    out[0] = TILE
    out[1] = AREA
    out[2] = EXTRA
# CHECK: out: int64 (3,)
# CHECK:   [5, 16, 7]
# CHECK:   min 5  max 16  mean 9.33333333
# CHECK: out: int64 (3,)
# CHECK:   [8, 64, 29]
# CHECK:   min 8  max 64  mean 33.6666667
# CHECK: out: int64 (3,)
# CHECK:   [2, 4, 100]
# CHECK:   min 2  max 100  mean 35.3333333
