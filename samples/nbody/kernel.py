"""Gravity of all bodies on each other: every pair is computed, tiles of bodies pass through shared memory.

A row of `bodies` is x, y, z, mass; a row of `acceleration` is what the thread's body feels. The launch has
TILE threads a block.
"""

import math

from kernelc import *

TILE = 256
# Keeps bodies that are very near from flinging each other away; the square of a length.
SOFTENING = 1e-3


@kernel
def nbody(bodies, acceleration):
    tile = shared.array((TILE, 4), float32)
    n = bodies.shape[0]
    tid = threadIdx.x
    i = grid(1)

    x = y = z = float32(0)
    if i < n:
        x = bodies[i, 0]
        y = bodies[i, 1]
        z = bodies[i, 2]

    ax = ay = az = float32(0)
    for first in range(0, n, TILE):
        j = first + tid
        if j < n:
            for k in range(4):
                tile[tid, k] = bodies[j, k]
        else:
            # No mass, no pull.
            for k in range(4):
                tile[tid, k] = 0
        syncthreads()

        for k in range(TILE):
            dx = tile[k, 0] - x
            dy = tile[k, 1] - y
            dz = tile[k, 2] - z
            inverse = 1.0 / math.sqrt(dx * dx + dy * dy + dz * dz + SOFTENING)
            pull = tile[k, 3] * inverse * inverse * inverse
            ax += pull * dx
            ay += pull * dy
            az += pull * dz
        syncthreads()

    if i < n:
        acceleration[i, 0] = ax
        acceleration[i, 1] = ay
        acceleration[i, 2] = az
