# c = alpha * a @ b + beta * c by the matrix instructions of sm_80: what kernelc::MatMul launches for float16 and bfloat16, which are
# summed in float32. A kernel for each order of the operands, and constants, as in matrix_product.py; STAGES is how many tiles are in
# shared memory.
#
# Tiles come to dynamic shared memory by asynchronous copies, STAGES - 1 ahead of the one that is multiplied. A row of a tile lies
# in pieces of 8 elements, in an order that differs from row to row, so that the eight rows of a matrix that `ldmatrix` reads are in
# different banks.
from kernelc import *
from matrix_results import put_pair, put_tile

T = bfloat16
BM = 128
BN = 256
BK = 64
WARPS_M = 2
WARPS_N = 4
BLOCKS = 1
STAGES = 3
GROUP = 8

# Elements of a piece.
V = 8
THREADS = 32 * WARPS_M * WARPS_N
WM = BM // WARPS_M
WN = BN // WARPS_N
SIZE_A = BM * BK
SIZE_B = BN * BK
LOADS_A = SIZE_A // V // THREADS
LOADS_B = SIZE_B // V // THREADS

EACH_M = tuple(range(WM // 16))
EACH_N = tuple(range(WN // 16))
EACH_N2 = tuple(range(WN // 8))
EACH_K = tuple(range(BK // 16))
EACH_A = tuple(range(LOADS_A))
EACH_B = tuple(range(LOADS_B))
EACH_AHEAD = tuple(range(STAGES - 1))


# Where a piece of a row lies. Indices without a sign are taken as they are.
@device(forceinline=True)
def place(row, piece, pieces):
    if pieces >= 8:
        return uint32((row * pieces + (piece ^ (row & 7))) * V)
    return uint32((row * pieces + (piece ^ ((row >> 1) & 3))) * V)


# Begins to copy a thread's pieces of a tile; zeros behind the last depth. Lines behind the last one, which give nothing that is used, are
# the last one again.
@device(forceinline=True)
def bring(tile, start, source, base, pitch, line0, depth0, lines, depths, in_tile, deep, each):
    pieces = BK // V if deep else in_tile // V
    row = threadIdx.x // pieces
    piece = threadIdx.x % pieces
    rows = THREADS // pieces
    for i in literal_unroll(each):
        line = min(line0 + (row + i * rows if deep else piece * V), lines - (1 if deep else V))
        depth = depth0 + (piece * V if deep else row + i * rows)
        at = uint64(base + (line * pitch + depth if deep else depth * pitch + line))
        valid = 16 if depth < depths else 0
        cp_async_16(tile, start + place(row + i * rows, piece, pieces), source, at, valid)


# Where the 16 by 16 elements of an operand begin that a warp loads first, at a line and depth 0, as its lane names them. What differs
# from one such part to the next: the row by a constant, and the piece by bits that this one has not, so that they can be changed in
# the place itself.
@device(forceinline=True)
def place_of_a(line, deep):
    lane = threadIdx.x % 32
    if deep:
        return place(line + lane % 16, lane // 16, BK // V)
    return place(lane % 8 + lane // 16 * 8, line // V + lane // 8 % 2, BM // V)


@device(forceinline=True)
def place_of_b(line, deep):
    lane = threadIdx.x % 32
    if deep:
        return place(line + lane % 8 + lane // 16 * 8, lane // 8 % 2, BK // V)
    return place(lane % 16, line // V + lane // 16, BN // V)


# Number i of these parts in the direction of lines, k in the other one. `turned`: rows of the tile are what `ldmatrix` calls columns.
@device(forceinline=True)
def load(tile, start, i, k, in_tile, deep, turned):
    if deep:
        at = (start ^ uint32(k * 16)) + uint32(i * 16 * BK)
    else:
        at = (start ^ uint32(i * 16)) + uint32(k * 16 * in_tile)
    return ldmatrix_x4_trans(tile, at) if turned else ldmatrix_x4(tile, at)


@device(forceinline=True)
def multiply(a, b, c):
    if T == float16:
        return mma_m16n8k16_f16(a, b, c)
    else:
        return mma_m16n8k16_bf16(a, b, c)


@device(forceinline=True)
def product(a, b, c, m, n, k, pitch_a, pitch_b, pitch_c, step_a, step_b, step_c, alpha, beta, wide_c, aligned_c, a_deep, b_deep):
    tiles = shared.array(0, T)
    acc = local.array((WM // 16, WN // 8), float32x4)
    part_a = local.array((2, WM // 16), uint32x4)
    part_b = local.array((2, WN // 16), uint32x4)
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
    row_in_tile = warp % WARPS_M * WM
    col_in_tile = warp // WARPS_M * WN

    for i in literal_unroll(EACH_M):
        for j in literal_unroll(EACH_N):
            acc[i, 2 * j] = float32x4(0, 0, 0, 0)
            acc[i, 2 * j + 1] = float32x4(0, 0, 0, 0)

    for stage in literal_unroll(EACH_AHEAD):
        bring(tiles, uint32(stage * (SIZE_A + SIZE_B)), a, base_a, pitch_a, row0, stage * BK, m, k, BM, a_deep, EACH_A)
        bring(tiles, uint32(stage * (SIZE_A + SIZE_B) + SIZE_A), b, base_b, pitch_b, col0, stage * BK, n, k, BN, b_deep, EACH_B)
        cp_async_commit()
    first_a = place_of_a(row_in_tile, a_deep)
    first_b = place_of_b(col_in_tile, b_deep) + uint32(SIZE_A)
    now = uint32(0)
    ahead = uint32((STAGES - 1) * (SIZE_A + SIZE_B))
    cp_async_wait(STAGES - 2)
    syncthreads()
    for i in literal_unroll(EACH_M):
        part_a[0, i] = load(tiles, now + first_a, i, 0, BM, a_deep, not a_deep)
    for j in literal_unroll(EACH_N):
        part_b[0, j] = load(tiles, now + first_b, j, 0, BN, b_deep, not b_deep)
    for step in range(0, k, BK):
        depth = step + (STAGES - 1) * BK
        if depth < k:
            bring(tiles, ahead, a, base_a, pitch_a, row0, depth, m, k, BM, a_deep, EACH_A)
            bring(tiles, ahead + SIZE_A, b, base_b, pitch_b, col0, depth, n, k, BN, b_deep, EACH_B)
        cp_async_commit()
        ahead = uint32(0) if ahead == (STAGES - 1) * (SIZE_A + SIZE_B) else ahead + SIZE_A + SIZE_B
        for kk in literal_unroll(EACH_K):
            # What is multiplied next is loaded first, behind the last part of a tile from the next one.
            if kk == BK // 16 - 1:
                now = uint32(0) if now == (STAGES - 1) * (SIZE_A + SIZE_B) else now + SIZE_A + SIZE_B
                cp_async_wait(STAGES - 2)
                syncthreads()
            for i in literal_unroll(EACH_M):
                part_a[(kk + 1) % 2, i] = load(tiles, now + first_a, i, (kk + 1) % (BK // 16), BM, a_deep, not a_deep)
            for j in literal_unroll(EACH_N):
                part_b[(kk + 1) % 2, j] = load(tiles, now + first_b, j, (kk + 1) % (BK // 16), BN, b_deep, not b_deep)
            for i in literal_unroll(EACH_M):
                for j in literal_unroll(EACH_N):
                    b_pair = part_b[kk % 2, j]
                    acc[i, 2 * j] = multiply(part_a[kk % 2, i], uint32x2(b_pair.x, b_pair.y), acc[i, 2 * j])
                    acc[i, 2 * j + 1] = multiply(part_a[kk % 2, i], uint32x2(b_pair.z, b_pair.w), acc[i, 2 * j + 1])

    base = blockIdx.z * step_c + row0 * pitch_c + col0
    row = row_in_tile + lane // 4
    column = col_in_tile + lane % 4 * 2
    if aligned_c != 0 and beta == 0 and row0 + BM <= m and col0 + BN <= n:
        pair = uint64(base + row * pitch_c + column) // uint64(2)
        rows = uint64(4 * pitch_c)
        for wide in literal_unroll((True, False)):
            if wide == (wide_c != 0):
                for i in literal_unroll(EACH_M):
                    for j in literal_unroll(EACH_N2):
                        v = acc[i, j]
                        at = pair + rows * uint64(2 * i) + uint64(j * 4)
                        put_pair(c, at, alpha * v.x, alpha * v.y, wide)
                        put_pair(c, at + rows, alpha * v.z, alpha * v.w, wide)
    else:
        # The rows of some warps at a time: more would not fit.
        tile = shared.array(0, float32)
        cp_async_wait()
        for part in range(WARPS_M):
            syncthreads()
            if warp % WARPS_M == part:
                for i in literal_unroll(EACH_M):
                    for j in literal_unroll(EACH_N2):
                        at = (lane // 4 + i * 16) * BN + column + j * 8
                        tile[at] = acc[i, j].x
                        tile[at + 1] = acc[i, j].y
                        tile[at + 8 * BN] = acc[i, j].z
                        tile[at + 8 * BN + 1] = acc[i, j].w
            syncthreads()
            put_tile(c, tile, WM * BN, BN, base + part * WM * pitch_c, pitch_c, m - row0 - part * WM, n - col0, alpha, beta, wide_c)


@kernel(launch_bounds=(THREADS, BLOCKS))
def product_nn(a: T[::1], b: T[::1], c: uint8[::1], m: int32, n: int32, k: int32, pitch_a: int64, pitch_b: int64, pitch_c: int64,
               step_a: int64, step_b: int64, step_c: int64, alpha: float32, beta: float32, wide_c: int32, aligned_c: int32):
    product(a, b, c, m, n, k, pitch_a, pitch_b, pitch_c, step_a, step_b, step_c, alpha, beta, wide_c, aligned_c, True, False)


@kernel(launch_bounds=(THREADS, BLOCKS))
def product_nt(a: T[::1], b: T[::1], c: uint8[::1], m: int32, n: int32, k: int32, pitch_a: int64, pitch_b: int64, pitch_c: int64,
               step_a: int64, step_b: int64, step_c: int64, alpha: float32, beta: float32, wide_c: int32, aligned_c: int32):
    product(a, b, c, m, n, k, pitch_a, pitch_b, pitch_c, step_a, step_b, step_c, alpha, beta, wide_c, aligned_c, True, True)


@kernel(launch_bounds=(THREADS, BLOCKS))
def product_tn(a: T[::1], b: T[::1], c: uint8[::1], m: int32, n: int32, k: int32, pitch_a: int64, pitch_b: int64, pitch_c: int64,
               step_a: int64, step_b: int64, step_c: int64, alpha: float32, beta: float32, wide_c: int32, aligned_c: int32):
    product(a, b, c, m, n, k, pitch_a, pitch_b, pitch_c, step_a, step_b, step_c, alpha, beta, wide_c, aligned_c, False, False)


@kernel(launch_bounds=(THREADS, BLOCKS))
def product_tt(a: T[::1], b: T[::1], c: uint8[::1], m: int32, n: int32, k: int32, pitch_a: int64, pitch_b: int64, pitch_c: int64,
               step_a: int64, step_b: int64, step_c: int64, alpha: float32, beta: float32, wide_c: int32, aligned_c: int32):
    product(a, b, c, m, n, k, pitch_a, pitch_b, pitch_c, step_a, step_b, step_c, alpha, beta, wide_c, aligned_c, False, True)
