# Transposes of matrices whose rows are contiguous, `pitch` elements apart: what kernelc::Transpose launches. A block brings a tile to
# shared memory by rows and takes it away by columns, so that neighbouring threads use neighbouring memory both times. Compiled for
# T = uint8, uint16, uint32 and uint64, which stand for all elements of their size.
#
# Where rows begin at multiples of 16 bytes (`vectors`), they are moved by V elements: eight lanes bring, and later take away, 128 bytes
# of a row. Vectors lie in a row of the tile in an order that differs from each V rows to the next, so that lanes that read elements of
# one column use different banks. Elsewhere single elements are moved, and rows of the tile lie one element further apart.
from kernelc import *

T = uint32
# Elements of 16 bytes.
V = 4
# Rows and columns of a tile, a multiple of 8 * V and of 32.
TILE = 32
# Rows of threads; a row has 32.
ROWS = 8

EACH_ROW = tuple(range(TILE // ROWS))
EACH_PART = tuple(range(TILE // 32))
# Vectors of a row that eight lanes move, and rows of vectors that the block moves at a time.
EACH_GROUP = tuple(range(TILE // (8 * V)))
EACH_STEP = tuple(range(TILE // (4 * ROWS)))
EACH_V = tuple(range(V))
EACH_WORD = (0, 1, 2, 3)


# Number `word` of the words of 32 bits that V elements of a column make, from a row that is a multiple of V on.
@device(forceinline=True)
def word_of(tile, row, column, word):
    start = (column // V ^ row // V % 8) * V + column % V
    if V == 2:
        return uint32(tile[(row + word // 2) * TILE + start] >> T(word % 2 * 32))
    bits = uint32(0)
    for i in literal_unroll(EACH_V):
        if i // (V // 4) == word:
            bits |= uint32(tile[(row + i) * TILE + start]) << uint32(i % (V // 4) * (128 // V))
    return bits


# All loads are under way before the first one is waited for. Behind the last whole vector of a row its elements are brought one by one.
@device(forceinline=True)
def bring_vectors(tile, source, first, rows, columns, pitch):
    vectors = source.view(uint32x4)
    kept = tile.view(uint32x4)
    parts = local.array((TILE // (4 * ROWS), TILE // (8 * V)), uint32x4)
    for i in literal_unroll(EACH_STEP):
        y = threadIdx.y * 4 + threadIdx.x // 8 + i * (4 * ROWS)
        for group in literal_unroll(EACH_GROUP):
            x = threadIdx.x % 8 + group * 8
            parts[i, group] = uint32x4(0, 0, 0, 0)
            if y < rows and (x + 1) * V <= columns:
                parts[i, group] = vectors[(first + y * pitch) // V + x]
    for i in literal_unroll(EACH_STEP):
        y = threadIdx.y * 4 + threadIdx.x // 8 + i * (4 * ROWS)
        for group in literal_unroll(EACH_GROUP):
            x = threadIdx.x % 8 + group * 8
            to = y * (TILE // V) + (x ^ y // V % 8)
            kept[to] = parts[i, group]
            if y < rows and (x + 1) * V > columns:
                for k in range(columns - x * V):
                    tile[to * V + k] = source[first + y * pitch + x * V + k]


@device(forceinline=True)
def take_vectors(tile, target, first, rows, columns, pitch):
    vectors = target.view(uint32x4)
    for i in literal_unroll(EACH_STEP):
        y = threadIdx.y * 4 + threadIdx.x // 8 + i * (4 * ROWS)
        for group in literal_unroll(EACH_GROUP):
            x = (threadIdx.x % 8 + group * 8) * V
            at = first + y * pitch + x
            if y < rows and x + V <= columns:
                vectors[at // V] = uint32x4(word_of(tile, x, y, 0), word_of(tile, x, y, 1), word_of(tile, x, y, 2), word_of(tile, x, y, 3))
            elif y < rows:
                for k in range(columns - x):
                    target[at + k] = tile[(x + k) * TILE + (y // V ^ x // V % 8) * V + y % V]


@kernel(launch_bounds=32 * ROWS)
def transpose(source: T[::1], target: T[::1], m: int64, n: int64, pitch: int64, target_pitch: int64, step: int64, target_step: int64,
              vectors: int32):
    tile = shared.array(TILE * (TILE + 1), T, alignment=16)
    tiles_n = (n + TILE - 1) // TILE
    row0 = blockIdx.x // tiles_n * TILE
    col0 = blockIdx.x % tiles_n * TILE
    first = blockIdx.z * step + row0 * pitch + col0
    target_first = blockIdx.z * target_step + col0 * target_pitch + row0
    rows = int32(min(m - row0, TILE))
    columns = int32(min(n - col0, TILE))
    if vectors != 0:
        bring_vectors(tile, source, first, rows, columns, pitch)
    else:
        for i in literal_unroll(EACH_ROW):
            for part in literal_unroll(EACH_PART):
                y = threadIdx.y + i * ROWS
                x = threadIdx.x + part * 32
                if y < rows and x < columns:
                    tile[y * (TILE + 1) + x] = source[first + y * pitch + x]
    syncthreads()
    if vectors != 0:
        take_vectors(tile, target, target_first, columns, rows, target_pitch)
    else:
        for i in literal_unroll(EACH_ROW):
            for part in literal_unroll(EACH_PART):
                y = threadIdx.y + i * ROWS
                x = threadIdx.x + part * 32
                if y < columns and x < rows:
                    target[target_first + y * target_pitch + x] = tile[x * (TILE + 1) + y]
