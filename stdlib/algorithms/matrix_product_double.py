# c = alpha * a @ b + beta * c by the float64 matrix instructions: what kernelc::MatMul launches for float64 from sm_80 on. A kernel for
# each order of the operands, and constants, as in matrix_product_tensor.py. DEPTH is what an instruction sums over: 4 of 8 by 8 elements,
# or 8 of 16 by 8, from sm_90 on and twice as fast there. Rows of a tile lie PAD elements apart, so that the lanes of half a warp, which
# read four neighbours in each of four rows, use different banks.
from kernelc import *

BM = 64
BN = 64
BK = 16
WARPS_M = 2
WARPS_N = 2
BLOCKS = 3
STAGES = 3
GROUP = 8
DEPTH = 4

# Elements of a copy.
V = 2
PAD = 4
THREADS = 32 * WARPS_M * WARPS_N
WM = BM // WARPS_M
WN = BN // WARPS_N
# The larger of both orders.
SIZE_A = max(BM * (BK + PAD), BK * (BM + PAD))
SIZE_B = max(BN * (BK + PAD), BK * (BN + PAD))

EACH_M = tuple(range(WM // 8))
EACH_N = tuple(range(WN // 8))
EACH_K = tuple(range(BK // DEPTH))
EACH_FOUR = tuple(range(DEPTH // 4))
EACH_A = tuple(range(BM * BK // V // THREADS))
EACH_B = tuple(range(BN * BK // V // THREADS))
EACH_AHEAD = tuple(range(STAGES - 1))


# Begins to copy a thread's pieces of a tile; zeros behind the last depth. Lines behind the last one, which give nothing that is used, are
# the last one again.
@device(forceinline=True)
def bring(tile, start, source, base, pitch, line0, depth0, lines, depths, in_tile, deep, each):
    length = BK if deep else in_tile
    row = threadIdx.x // (length // V)
    at_row = threadIdx.x % (length // V) * V
    rows = THREADS // (length // V)
    for i in literal_unroll(each):
        line = min(line0 + (row + i * rows if deep else at_row), lines - (1 if deep else V))
        depth = depth0 + (at_row if deep else row + i * rows)
        at = uint64(base + (line * pitch + depth if deep else depth * pitch + line))
        valid = 16 if depth < depths else 0
        cp_async_16(tile, start + uint32((row + i * rows) * (length + PAD) + at_row), source, at, valid)


# The element of a tile at a line and depth.
@device(forceinline=True)
def element(tile, start, line, depth, in_tile, deep):
    if deep:
        return tile[start + uint32(line * (BK + PAD) + depth)]
    return tile[start + uint32(depth * (in_tile + PAD) + line)]


# Adds the products of what a warp holds, by DEPTH // 4 parts of both operands.
@device(forceinline=True)
def multiply(part_a, part_b, acc):
    for i in literal_unroll(EACH_M):
        for j in literal_unroll(EACH_N):
            if DEPTH == 4:
                acc[i, j] = mma_m8n8k4_f64(part_a[i, 0], part_b[j, 0], acc[i, j])
            elif i % 2 == 0:
                v = mma_m16n8k8_f64(float64x4(part_a[i, 0], part_a[i + 1, 0], part_a[i, 1], part_a[i + 1, 1]), float64x2(part_b[j, 0], part_b[j, 1]),
                                    float64x4(acc[i, j].x, acc[i, j].y, acc[i + 1, j].x, acc[i + 1, j].y))
                acc[i, j] = float64x2(v.x, v.y)
                acc[i + 1, j] = float64x2(v.z, v.w)


@device(forceinline=True)
def put(c, at, value, alpha, beta):
    value *= alpha
    if beta != 0:
        value += beta * c[at]
    c[at] = value


@device(forceinline=True)
def product(a, b, c, m, n, k, pitch_a, pitch_b, pitch_c, step_a, step_b, step_c, alpha, beta, a_deep, b_deep):
    tiles = shared.array(0, float64)
    acc = local.array((WM // 8, WN // 8), float64x2)
    part_a = local.array((WM // 8, DEPTH // 4), float64)
    part_b = local.array((WN // 8, DEPTH // 4), float64)
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
    row_in_tile = warp % WARPS_M * WM + lane // 4
    col_in_tile = warp // WARPS_M * WN + lane // 4

    for i in literal_unroll(EACH_M):
        for j in literal_unroll(EACH_N):
            acc[i, j] = float64x2(0, 0)

    for stage in literal_unroll(EACH_AHEAD):
        bring(tiles, uint32(stage * (SIZE_A + SIZE_B)), a, base_a, pitch_a, row0, stage * BK, m, k, BM, a_deep, EACH_A)
        bring(tiles, uint32(stage * (SIZE_A + SIZE_B) + SIZE_A), b, base_b, pitch_b, col0, stage * BK, n, k, BN, b_deep, EACH_B)
        cp_async_commit()
    now = uint32(0)
    ahead = uint32((STAGES - 1) * (SIZE_A + SIZE_B))
    for step in range(0, k, BK):
        cp_async_wait(STAGES - 2)
        syncthreads()
        depth = step + (STAGES - 1) * BK
        if depth < k:
            bring(tiles, ahead, a, base_a, pitch_a, row0, depth, m, k, BM, a_deep, EACH_A)
            bring(tiles, ahead + SIZE_A, b, base_b, pitch_b, col0, depth, n, k, BN, b_deep, EACH_B)
        cp_async_commit()
        for kk in literal_unroll(EACH_K):
            for four in literal_unroll(EACH_FOUR):
                at = kk * DEPTH + four * 4 + lane % 4
                for i in literal_unroll(EACH_M):
                    part_a[i, four] = element(tiles, now, row_in_tile + i * 8, at, BM, a_deep)
                for j in literal_unroll(EACH_N):
                    part_b[j, four] = element(tiles, now + SIZE_A, col_in_tile + j * 8, at, BN, b_deep)
            multiply(part_a, part_b, acc)
        now = uint32(0) if now == (STAGES - 1) * (SIZE_A + SIZE_B) else now + SIZE_A + SIZE_B
        ahead = uint32(0) if ahead == (STAGES - 1) * (SIZE_A + SIZE_B) else ahead + SIZE_A + SIZE_B

    for i in literal_unroll(EACH_M):
        row = row0 + row_in_tile + i * 8
        if row < m:
            for j in literal_unroll(EACH_N):
                column = col0 + warp // WARPS_M * WN + j * 8 + lane % 4 * 2
                at = blockIdx.z * step_c + row * pitch_c + column
                if column < n:
                    put(c, at, acc[i, j].x, alpha, beta)
                if column + 1 < n:
                    put(c, at + 1, acc[i, j].y, alpha, beta)


@kernel(launch_bounds=(THREADS, BLOCKS))
def product_nn(a: float64[::1], b: float64[::1], c: float64[::1], m: int32, n: int32, k: int32, pitch_a: int64, pitch_b: int64,
               pitch_c: int64, step_a: int64, step_b: int64, step_c: int64, alpha: float64, beta: float64):
    product(a, b, c, m, n, k, pitch_a, pitch_b, pitch_c, step_a, step_b, step_c, alpha, beta, True, False)


@kernel(launch_bounds=(THREADS, BLOCKS))
def product_nt(a: float64[::1], b: float64[::1], c: float64[::1], m: int32, n: int32, k: int32, pitch_a: int64, pitch_b: int64,
               pitch_c: int64, step_a: int64, step_b: int64, step_c: int64, alpha: float64, beta: float64):
    product(a, b, c, m, n, k, pitch_a, pitch_b, pitch_c, step_a, step_b, step_c, alpha, beta, True, True)


@kernel(launch_bounds=(THREADS, BLOCKS))
def product_tn(a: float64[::1], b: float64[::1], c: float64[::1], m: int32, n: int32, k: int32, pitch_a: int64, pitch_b: int64,
               pitch_c: int64, step_a: int64, step_b: int64, step_c: int64, alpha: float64, beta: float64):
    product(a, b, c, m, n, k, pitch_a, pitch_b, pitch_c, step_a, step_b, step_c, alpha, beta, False, False)


@kernel(launch_bounds=(THREADS, BLOCKS))
def product_tt(a: float64[::1], b: float64[::1], c: float64[::1], m: int32, n: int32, k: int32, pitch_a: int64, pitch_b: int64,
               pitch_c: int64, step_a: int64, step_b: int64, step_c: int64, alpha: float64, beta: float64):
    product(a, b, c, m, n, k, pitch_a, pitch_b, pitch_c, step_a, step_b, step_c, alpha, beta, False, True)
