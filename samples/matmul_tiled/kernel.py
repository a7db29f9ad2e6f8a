"""Matrix product by tiles of 16 by 16 in shared memory: an element is read n / 16 times instead of n times."""

import sys

import numpy as np
from numba import cuda, float32

TILE = 16


@cuda.jit
def matmul_tiled(a, b, c):
    tile_a = cuda.shared.array((TILE, TILE), dtype=float32)
    tile_b = cuda.shared.array((TILE, TILE), dtype=float32)

    column, row = cuda.grid(2)
    tx = cuda.threadIdx.x
    ty = cuda.threadIdx.y
    depth = a.shape[1]

    total = float32(0.0)
    for first in range(0, depth, TILE):
        # Past the edge of the matrices a tile holds zeros, which add nothing.
        tile_a[ty, tx] = 0
        tile_b[ty, tx] = 0
        if row < a.shape[0] and first + tx < depth:
            tile_a[ty, tx] = a[row, first + tx]
        if column < b.shape[1] and first + ty < depth:
            tile_b[ty, tx] = b[first + ty, column]
        cuda.syncthreads()

        for k in range(TILE):
            total += tile_a[ty, k] * tile_b[k, tx]
        cuda.syncthreads()

    if row < c.shape[0] and column < c.shape[1]:
        c[row, column] = total


def main(n):
    rng = np.random.default_rng(1)
    a = rng.random((n, n), dtype=np.float32)
    b = rng.random((n, n), dtype=np.float32)
    c = np.zeros((n, n), dtype=np.float32)

    blocks = ((n + TILE - 1) // TILE, (n + TILE - 1) // TILE)
    matmul_tiled[blocks, (TILE, TILE)](a, b, c)

    np.testing.assert_allclose(c, a @ b, rtol=1e-4)
    print(f"PASS: {n} x {n}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 512)
