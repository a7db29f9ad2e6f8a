# c = alpha * a @ b + beta * c in registers: what kernelc::MatMul launches on GPUs for float32, and for float64 before sm_80. A kernel for
# each order of the operands (a, then b): n where rows lie one after the other, t where columns do. Compiled for several values of the
# constants:
#
#   T, VT, V        element type, the vector of 16 bytes, and how many elements it has
#   BM, BN, BK      the tile of C that a block makes, and how much of the sum it takes at a time
#   WARPS_M, WARPS_N, BLOCKS   warps of a block in both directions, and blocks that should fit a multiprocessor
#
# Operands are read by vectors of V elements, where `deep` in the direction that is summed over, else in the other one; a row of vectors
# lies `pitch` elements behind the one before it. Each warp makes WM by WN elements of the tile, each thread PM by PN pieces of V by V.
# While the sum over one tile is taken, the next ones are on their way in registers, and go to the other half of shared memory.
from kernelc import *

T = float32
VT = float32x4
V = 4
BM = 128
BN = 128
BK = 8
WARPS_M = 2
WARPS_N = 2
BLOCKS = 2
# Tiles of C that are neighbours in time share operands in the cache: groups of so many rows of tiles.
GROUP = 8

THREADS = 32 * WARPS_M * WARPS_N
# Lanes of a warp in both directions.
LM = 8
LN = 4
WM = BM // WARPS_M
WN = BN // WARPS_N
PM = WM // (V * LM)
PN = WN // (V * LN)
# Vectors of a tile that a thread brings.
LOADS_A = BM * BK // V // THREADS
LOADS_B = BN * BK // V // THREADS

EACH_V = tuple(range(V))
EACH_PM = tuple(range(PM))
EACH_PN = tuple(range(PN))
EACH_K = tuple(range(BK))
EACH_A = tuple(range(LOADS_A))
EACH_B = tuple(range(LOADS_B))


@device(forceinline=True)
def lane_of(v, i):
    if V == 2:
        return v.x if i == 0 else v.y
    else:
        return v.x if i == 0 else v.y if i == 1 else v.z if i == 2 else v.w


# Where in a tile with `lines` lines (rows of A, columns of B) a thread's vector begins: line and depth.
@device(forceinline=True)
def place_in_tile(i, lines, deep):
    if deep:
        return (threadIdx.x // (BK // V) + i * (THREADS // (BK // V)), threadIdx.x % (BK // V) * V)
    return (threadIdx.x % (lines // V) * V, threadIdx.x // (lines // V) + i * (THREADS // (lines // V)))


# The vector of the operand at a line and depth; anything behind the ends.
@device(forceinline=True)
def fetch(vectors, base, pitch, line, depth, lines, depths, deep):
    within = depth if depth < depths else 0
    if deep:
        return vectors[(base + min(line, lines - 1) * pitch + within) // V]
    return vectors[(base + within * pitch + min(line, lines - V)) // V]


# Puts a vector into a tile.
@device(forceinline=True)
def keep(tile, now, v, line, depth, deep):
    if deep:
        scalars = tile.view(T)
        for x in literal_unroll(EACH_V):
            scalars[now, depth + x, line] = lane_of(v, x)
    else:
        tile[now, depth, line // V] = v


# Adds the products of column kk of a tile of A and row kk of one of B.
@device(forceinline=True)
def multiply(tile_a, tile_b, now, kk, row_in_tile, col_in_tile, part_a, part_b, acc):
    for i in literal_unroll(EACH_PM):
        v = tile_a[now, kk, row_in_tile + i * LM]
        for x in literal_unroll(EACH_V):
            part_a[i, x] = lane_of(v, x)
    for j in literal_unroll(EACH_PN):
        v = tile_b[now, kk, col_in_tile + j * LN]
        for y in literal_unroll(EACH_V):
            part_b[j, y] = lane_of(v, y)
    for i in literal_unroll(EACH_PM):
        for x in literal_unroll(EACH_V):
            for j in literal_unroll(EACH_PN):
                for y in literal_unroll(EACH_V):
                    acc[i, x, j, y] += part_a[i, x] * part_b[j, y]


@device(forceinline=True)
def zero_vector():
    if V == 4:
        return VT(0, 0, 0, 0)
    else:
        return VT(0, 0)


@device(forceinline=True)
def put_vector(vectors, at, acc, i, x, j, alpha, beta):
    old = zero_vector()
    if beta != 0:
        old = vectors[at]
    if V == 4:
        vectors[at] = VT(alpha * acc[i, x, j, 0] + beta * old.x, alpha * acc[i, x, j, 1] + beta * old.y,
                         alpha * acc[i, x, j, 2] + beta * old.z, alpha * acc[i, x, j, 3] + beta * old.w)
    else:
        vectors[at] = VT(alpha * acc[i, x, j, 0] + beta * old.x, alpha * acc[i, x, j, 1] + beta * old.y)


@device(forceinline=True)
def product(a, b, c, m, n, k, pitch_a, pitch_b, pitch_c, step_a, step_b, step_c, alpha, beta, aligned_c, a_deep, b_deep):
    tile_a = shared.array((2, BK, BM // V + 1), VT)
    tile_b = shared.array((2, BK, BN // V + 1), VT)
    acc = local.array((PM, V, PN, V), T)
    next_a = local.array(LOADS_A, VT)
    next_b = local.array(LOADS_B, VT)
    part_a = local.array((PM, V), T)
    part_b = local.array((PN, V), T)
    vectors_a = a.view(VT)
    vectors_b = b.view(VT)
    base_a = blockIdx.z * step_a
    base_b = blockIdx.z * step_b

    blocks_n = (n + BN - 1) // BN
    first = blockIdx.x // (GROUP * blocks_n) * GROUP
    rows = min((m + BM - 1) // BM - first, GROUP)
    inside = blockIdx.x % (GROUP * blocks_n)
    row0 = (first + inside % rows) * BM
    col0 = inside // rows * BN

    lane = threadIdx.x % 32
    warp = threadIdx.x // 32
    # In vectors. Two lanes that differ in bit 0 read the same part of A, and two that differ in bit 1 the same of B: shared memory
    # serves such pairs at once.
    row_in_tile = warp % WARPS_M * (WM // V) + lane // 2 % LM
    col_in_tile = warp // WARPS_M * (WN // V) + lane % 2 + lane // 16 * 2

    for i in literal_unroll(EACH_PM):
        for x in literal_unroll(EACH_V):
            for j in literal_unroll(EACH_PN):
                for y in literal_unroll(EACH_V):
                    acc[i, x, j, y] = 0

    for i in literal_unroll(EACH_A):
        line, depth = place_in_tile(i, BM, a_deep)
        v = fetch(vectors_a, base_a, pitch_a, row0 + line, depth, m, k, a_deep)
        keep(tile_a, 0, v, line, depth, a_deep)
    for i in literal_unroll(EACH_B):
        line, depth = place_in_tile(i, BN, b_deep)
        v = fetch(vectors_b, base_b, pitch_b, col0 + line, depth, n, k, b_deep)
        keep(tile_b, 0, v, line, depth, b_deep)
    syncthreads()
    now = 0
    whole = k - k % BK
    for step in range(0, whole, BK):
        for i in literal_unroll(EACH_A):
            line, depth = place_in_tile(i, BM, a_deep)
            next_a[i] = fetch(vectors_a, base_a, pitch_a, row0 + line, step + BK + depth, m, k, a_deep)
        for i in literal_unroll(EACH_B):
            line, depth = place_in_tile(i, BN, b_deep)
            next_b[i] = fetch(vectors_b, base_b, pitch_b, col0 + line, step + BK + depth, n, k, b_deep)
        for kk in literal_unroll(EACH_K):
            multiply(tile_a, tile_b, now, kk, row_in_tile, col_in_tile, part_a, part_b, acc)
        now = 1 - now
        for i in literal_unroll(EACH_A):
            line, depth = place_in_tile(i, BM, a_deep)
            keep(tile_a, now, next_a[i], line, depth, a_deep)
        for i in literal_unroll(EACH_B):
            line, depth = place_in_tile(i, BN, b_deep)
            keep(tile_b, now, next_b[i], line, depth, b_deep)
        syncthreads()
    for kk in range(k - whole):
        multiply(tile_a, tile_b, now, kk, row_in_tile, col_in_tile, part_a, part_b, acc)

    for i in literal_unroll(EACH_PM):
        for x in literal_unroll(EACH_V):
            row = row0 + (row_in_tile + i * LM) * V + x
            if row < m:
                for j in literal_unroll(EACH_PN):
                    column = col0 + (col_in_tile + j * LN) * V
                    at = blockIdx.z * step_c + row * pitch_c + column
                    if aligned_c != 0 and column + V <= n:
                        put_vector(c.view(VT), at // V, acc, i, x, j, alpha, beta)
                    else:
                        for y in literal_unroll(EACH_V):
                            if column + y < n:
                                value = alpha * acc[i, x, j, y]
                                if beta != 0:
                                    value += beta * c[at + y]
                                c[at + y] = value


@kernel(launch_bounds=(THREADS, BLOCKS))
def product_nn(a: T[::1], b: T[::1], c: T[::1], m: int32, n: int32, k: int32, pitch_a: int64, pitch_b: int64, pitch_c: int64,
               step_a: int64, step_b: int64, step_c: int64, alpha: T, beta: T, aligned_c: int32):
    product(a, b, c, m, n, k, pitch_a, pitch_b, pitch_c, step_a, step_b, step_c, alpha, beta, aligned_c, True, False)


@kernel(launch_bounds=(THREADS, BLOCKS))
def product_nt(a: T[::1], b: T[::1], c: T[::1], m: int32, n: int32, k: int32, pitch_a: int64, pitch_b: int64, pitch_c: int64,
               step_a: int64, step_b: int64, step_c: int64, alpha: T, beta: T, aligned_c: int32):
    product(a, b, c, m, n, k, pitch_a, pitch_b, pitch_c, step_a, step_b, step_c, alpha, beta, aligned_c, True, True)


@kernel(launch_bounds=(THREADS, BLOCKS))
def product_tn(a: T[::1], b: T[::1], c: T[::1], m: int32, n: int32, k: int32, pitch_a: int64, pitch_b: int64, pitch_c: int64,
               step_a: int64, step_b: int64, step_c: int64, alpha: T, beta: T, aligned_c: int32):
    product(a, b, c, m, n, k, pitch_a, pitch_b, pitch_c, step_a, step_b, step_c, alpha, beta, aligned_c, False, False)


@kernel(launch_bounds=(THREADS, BLOCKS))
def product_tt(a: T[::1], b: T[::1], c: T[::1], m: int32, n: int32, k: int32, pitch_a: int64, pitch_b: int64, pitch_c: int64,
               step_a: int64, step_b: int64, step_c: int64, alpha: T, beta: T, aligned_c: int32):
    product(a, b, c, m, n, k, pitch_a, pitch_b, pitch_c, step_a, step_b, step_c, alpha, beta, aligned_c, False, True)
