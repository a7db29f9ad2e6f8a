# RUN: kernelc run %s k out=zeros:int64:4 --device cpu --grid 1 --block 1 --print out -I %S/inputs
# RUN: kernelc run %s k out=zeros:int64:4 --device cpu --grid 1 --block 1 --print out -I %S/inputs --define TILE=8
import settings
from numba import cuda
from settings import AREA, TILE, tiles


@cuda.jit
def k(out):
    out[0] = TILE
    out[1] = settings.TILE
    out[2] = AREA
    out[3] = tiles(64)
# CHECK: out: int64 (4,)
# CHECK:   [4, 4, 16, 16]
# CHECK:   min 4  max 16  mean 10
# CHECK: out: int64 (4,)
# CHECK:   [8, 8, 64, 8]
# CHECK:   min 8  max 64  mean 22
