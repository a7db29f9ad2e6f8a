"""Transposes a matrix through shared memory, so that reads and writes are both along rows.

A block moves a tile of 32 by 32 elements with 32 by 8 threads. The tile's rows hold one element more
than they need, so that a column of it lies in 32 different banks.
"""

import sys

import numpy as np
from numba import cuda, float32

TILE = 32
PADDED = TILE + 1
ROWS = 8


@cuda.jit
def transpose(src, dst):
    tile = cuda.shared.array((TILE, PADDED), dtype=float32)
    tx = cuda.threadIdx.x
    ty = cuda.threadIdx.y

    x = cuda.blockIdx.x * TILE + tx
    y = cuda.blockIdx.y * TILE + ty
    for j in range(0, TILE, ROWS):
        if x < src.shape[1] and y + j < src.shape[0]:
            tile[ty + j, tx] = src[y + j, x]

    cuda.syncthreads()

    x = cuda.blockIdx.y * TILE + tx
    y = cuda.blockIdx.x * TILE + ty
    for j in range(0, TILE, ROWS):
        if x < dst.shape[1] and y + j < dst.shape[0]:
            dst[y + j, x] = tile[tx, ty + j]


def main(rows, columns):
    src = np.random.default_rng(1).random((rows, columns), dtype=np.float32)
    dst = np.zeros((columns, rows), dtype=np.float32)

    blocks = ((columns + TILE - 1) // TILE, (rows + TILE - 1) // TILE)
    transpose[blocks, (TILE, ROWS)](src, dst)

    np.testing.assert_array_equal(dst, src.T)
    print(f"PASS: {rows} x {columns}")


if __name__ == "__main__":
    sizes = [int(arg) for arg in sys.argv[1:3]] or [1000, 1500]
    main(*sizes)
