# RUN: kernelc run %s k out=zeros:int32:3 --device cpu --grid 1 --block 1 --print out
import numba
from numba import cuda
from numba.core import config as core_config
from numba.cuda.core import config

if config.ENABLE_CUDASIM or core_config.ENABLE_CUDASIM or numba.config.ENABLE_CUDASIM:
    width = 4
else:
    width = 16
SIZE = width, width + 1

@cuda.jit
def k(out):
    tile = cuda.shared.array(SIZE, "int32")
    out[0], out[1] = tile.shape
    out[2] = width
# CHECK: out: int32 (3,)
# CHECK:   [16, 17, 16]
# CHECK:   min 16  max 17  mean 16.3333333
