"""Products of matrices in shared memory by groups of four warps."""
from kernelc import *

LINE = 64


# Where an element of a line lies: the pieces of 8 elements are exchanged.
@device
def place(line, element):
    return line * LINE + (element // 8 ^ line % 8) * 8 + element % 8


# The rows of a matrix as lines of a tile, 64 columns after the other.
@device
def keep(tile, start, matrix):
    rows = matrix.shape[0]
    for i in range(threadIdx.x, matrix.size, blockDim.x):
        row = i // matrix.shape[1]
        column = i % matrix.shape[1]
        tile[start + place(column // LINE * rows + row, column % LINE)] = matrix[row, column]


# The sums of a thread: rows g and g + 8 of its warp's 16, two columns of each 8.
@device
def give(sums, c):
    row = threadIdx.x // 32 * 16 + laneid // 4
    for j in range(c.shape[1] // 8):
        for i in range(4):
            c[row + i // 2 * 8, j * 8 + laneid % 4 * 2 + i % 2] = sums[4 * j + i]


@device
def begin(tiles, a, b, sums, c):
    keep(tiles, 0, a)
    keep(tiles, a.size, b)
    for j in range(c.shape[1] // 8):
        for i in range(4):
            sums[4 * j + i] = 1
    fence_proxy_async()
    syncthreads()
    wgmma_fence()


# a is 64 by 64, b 64 by 64 and transposed.
@kernel
def rows_by_rows(a, b, c):
    tiles = shared.array(8192, float16, alignment=1024)
    sums = local.array(32, float32)
    begin(tiles, a, b, sums, c)
    for k in range(4):
        wgmma(64, sums, tiles, 16 * k, tiles, 4096 + 16 * k)
    wgmma_commit()
    wgmma_wait(0, 64, sums)
    give(sums, c)


# a is 64 by 64, b 64 by 256.
@kernel
def rows_by_columns(a, b, c):
    tiles = shared.array(20480, bfloat16, alignment=1024)
    sums = local.array(128, float32)
    begin(tiles, a, b, sums, c)
    for k in range(4):
        wgmma(256, sums, tiles, 16 * k, tiles, 4096 + 16 * 64 * k, b_trans=True, b_step=4096)
    wgmma_commit()
    wgmma_wait(0, 256, sums)
    give(sums, c)


# a is transposed, 64 by 64, and so is b, 128 by 64.
@kernel
def columns_by_rows(a, b, c):
    tiles = shared.array(12288, bfloat16, alignment=1024)
    sums = local.array(64, float32)
    begin(tiles, a, b, sums, c)
    for k in range(4):
        wgmma(128, sums, tiles, 16 * 64 * k, tiles, 4096 + 16 * k, True)
        wgmma_commit()
    wgmma_wait(1, 128, sums)
    wgmma_wait(0, 128, sums)
    give(sums, c)


# Two groups: a is transposed, 64 by 128, b 64 by 128, in dynamic shared memory.
@kernel
def columns_by_columns(a, b, c):
    tiles = shared.array(0, float16)
    sums = local.array(64, float32)
    begin(tiles, a, b, sums, c)
    start = threadIdx.x // 128 * 4096
    for k in range(4):
        wgmma(128, sums, tiles, start + 16 * 64 * k, tiles, 8192 + 16 * 64 * k, a_trans=True, b_trans=True, b_step=4096)
    wgmma_commit()
    wgmma_wait(0, 128, sums)
    give(sums, c)


@kernel
def wrong_columns(a):
    tiles = shared.array(8192, float16, alignment=1024)
    sums = local.array(48, float32)
    wgmma(96, sums, tiles, 0, tiles, 4096)
    a[0] = sums[0]


@kernel
def wrong_sums(a):
    tiles = shared.array(8192, float16, alignment=1024)
    wgmma(64, a, tiles, 0, tiles, 4096)


@kernel
def wrong_tile(a):
    tiles = shared.array((2, 4096), float16, alignment=1024)
    sums = local.array(32, float32)
    wgmma(64, sums, tiles, 0, tiles, 4096)
    a[0] = sums[0]


@kernel
def other_type(a):
    tiles = shared.array(4096, float16, alignment=1024)
    others = shared.array(4096, bfloat16, alignment=1024)
    sums = local.array(32, float32)
    wgmma(64, sums, tiles, 0, others, 0)
    a[0] = sums[0]


@kernel
def unaligned_tile(a):
    tiles = shared.array(8192, float16)
    sums = local.array(32, float32)
    wgmma(64, sums, tiles, 0, tiles, 4096)
    a[0] = sums[0]


@kernel
def computed_order(a):
    tiles = shared.array(8192, float16, alignment=1024)
    sums = local.array(32, float32)
    wgmma(64, sums, tiles, 0, tiles, 4096, a.size > 3)
    a[0] = sums[0]


@kernel
def computed_groups(a):
    sums = local.array(32, float32)
    wgmma_wait(a.size, 64, sums)
    a[0] = sums[0]
