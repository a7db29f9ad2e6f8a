"""Weighted sums of neighbours, by tiles in shared memory, for any size of the tile and any weights.

Both are constants: the shared array has as many elements as they say, and the loop over the weights is written out. The file gives
them values to begin with; a host gives others without changing the text, and what is made of them follows.
"""

from kernelc import *

TILE = 64
WEIGHTS = (0.25, 0.5, 0.25)

RADIUS = len(WEIGHTS) // 2


@kernel
def smooth(src, dst):
    tile = shared.array(TILE + 2 * RADIUS, float32)
    first = blockIdx.x * TILE - RADIUS

    for at in range(threadIdx.x, TILE + 2 * RADIUS, TILE):
        # Outside of the array are zeros.
        tile[at] = 0
        if first + at >= 0 and first + at < src.size:
            tile[at] = src[first + at]
    syncthreads()

    i = grid(1)
    if i < dst.size:
        total = float32(0)
        for k in range(len(WEIGHTS)):
            total += WEIGHTS[k] * tile[threadIdx.x + k]
        dst[i] = total
