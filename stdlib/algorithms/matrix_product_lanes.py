# c = alpha * a @ b + beta * c with any strides: what kernelc::MatMul launches on the CPU device, where the 64 columns of a tile become
# vectors, and on GPUs for 16-bit floats before sm_80. Elements are T in a and b and C in c, and S where they are multiplied and summed.
# A thread makes eight elements of a column; tiles of a and b lie in shared memory so that the inner loop reads them in order.
from kernelc import *

T = float32
C = float32
S = float32
COLUMNS = 64
# Rows of threads, each of eight elements.
ROWS = 8
# How much of the sum is taken at a time, at most COLUMNS.
DEPTH = 32


@kernel(launch_bounds=COLUMNS * ROWS)
def product(a: T[::1], b: T[::1], c: C[::1], m: int64, n: int64, k: int64, row_a: int64, column_a: int64, row_b: int64, column_b: int64,
            row_c: int64, column_c: int64, step_a: int64, step_b: int64, step_c: int64, alpha: S, beta: S):
    tile_a = shared.array((DEPTH, ROWS * 8), S)
    tile_b = shared.array((DEPTH, COLUMNS), S)
    x = threadIdx.x
    y = threadIdx.y
    tiles_n = (n + COLUMNS - 1) // COLUMNS
    row0 = int64(blockIdx.x) // tiles_n * (ROWS * 8)
    col0 = int64(blockIdx.x) % tiles_n * COLUMNS
    base_a = blockIdx.z * step_a
    base_b = blockIdx.z * step_b
    c0 = S(0)
    c1 = S(0)
    c2 = S(0)
    c3 = S(0)
    c4 = S(0)
    c5 = S(0)
    c6 = S(0)
    c7 = S(0)
    for k0 in range(0, k, DEPTH):
        # Zeros behind the ends.
        for i in range(y, ROWS * 8, ROWS):
            row = row0 + i
            value = S(0)
            if x < DEPTH and row < m and k0 + x < k:
                value = S(a[base_a + row * row_a + (k0 + x) * column_a])
            if x < DEPTH:
                tile_a[x, i] = value
        for i in range(y, DEPTH, ROWS):
            value = S(0)
            if k0 + i < k and col0 + x < n:
                value = S(b[base_b + (k0 + i) * row_b + (col0 + x) * column_b])
            tile_b[i, x] = value
        syncthreads()
        for kk in range(DEPTH):
            v = tile_b[kk, x]
            c0 += tile_a[kk, y * 8] * v
            c1 += tile_a[kk, y * 8 + 1] * v
            c2 += tile_a[kk, y * 8 + 2] * v
            c3 += tile_a[kk, y * 8 + 3] * v
            c4 += tile_a[kk, y * 8 + 4] * v
            c5 += tile_a[kk, y * 8 + 5] * v
            c6 += tile_a[kk, y * 8 + 6] * v
            c7 += tile_a[kk, y * 8 + 7] * v
        syncthreads()
    column = col0 + x
    if column < n:
        at = blockIdx.z * step_c + column * column_c
        row = row0 + y * 8
        for value in literal_unroll((c0, c1, c2, c3, c4, c5, c6, c7)):
            if row < m:
                value *= alpha
                if beta != 0:
                    value += beta * S(c[at + row * row_c])
                c[at + row * row_c] = C(value)
            row += 1
