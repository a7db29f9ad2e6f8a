from kernelc import *

TILE = 4


@kernel
def tile_size(out: int32[::1]):
    out[0] = TILE + SIZES[1]
