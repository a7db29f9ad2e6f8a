from numba import cuda

TILE = 4
AREA = TILE * TILE


@cuda.jit(device=True)
def tiles(n):
    return n // TILE
