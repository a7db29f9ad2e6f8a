# Transposes of matrices whose rows are contiguous, `pitch` elements apart: what kernelc::Transpose launches. A block brings a tile to
# shared memory by rows and takes it away by columns, so that neighbouring threads use neighbouring memory both times. Compiled for
# T = uint8, uint16, uint32 and uint64, which stand for all elements of their size.
from kernelc import *

T = uint32
# Rows and columns of a tile.
TILE = 32
# Rows of threads; a row has 32.
ROWS = 8

EACH_ROW = tuple(range(TILE // ROWS))
EACH_PART = tuple(range(TILE // 32))


@kernel(launch_bounds=32 * ROWS)
def transpose(source: T[::1], target: T[::1], m: int64, n: int64, pitch: int64, target_pitch: int64, step: int64, target_step: int64):
    tile = shared.array((TILE, TILE + 1), T)
    tiles_n = (n + TILE - 1) // TILE
    row0 = blockIdx.x // tiles_n * TILE
    col0 = blockIdx.x % tiles_n * TILE
    base = blockIdx.z * step
    target_base = blockIdx.z * target_step
    for i in literal_unroll(EACH_ROW):
        for part in literal_unroll(EACH_PART):
            y = threadIdx.y + i * ROWS
            x = threadIdx.x + part * 32
            if row0 + y < m and col0 + x < n:
                tile[y, x] = source[base + (row0 + y) * pitch + col0 + x]
    syncthreads()
    for i in literal_unroll(EACH_ROW):
        for part in literal_unroll(EACH_PART):
            y = threadIdx.y + i * ROWS
            x = threadIdx.x + part * 32
            if col0 + y < n and row0 + x < m:
                target[target_base + (col0 + y) * target_pitch + row0 + x] = tile[x, y]
