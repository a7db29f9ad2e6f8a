# c = alpha * a @ b + beta * c by the matrix instructions of sm_90a, which four warps make together: what kernelc::MatMul launches there for
# float16 and bfloat16, summed in float32. A kernel for each order of the operands, and constants, as in matrix_product_tensor.py.
#
# A block makes BM by BN elements, each of its groups of four warps 64 rows of them. Tiles come to dynamic shared memory by asynchronous
# copies, STAGES - 2 ahead: while one is multiplied and the one before it may still be, nobody writes to either. A tile has lines of 64
# elements, in the order that `wgmma` wants (docs/matrices.md): lines of the operand where `deep`, else depths, BK for each 64 lines.
from kernelc import *
from matrix_results import put_pair, put_tile

T = bfloat16
BM = 128
BN = 256
STAGES = 4
GROUP = 8

# Elements of a piece, of which a line has 8, and of a line, which is as long as a tile is deep.
V = 8
BK = 64
THREADS = BM * 2
# Lines that the block brings at a time.
LINES = THREADS // (BK // V)
SIZE_A = BM * BK
SIZE = (BM + BN) * BK

EACH_K = tuple(range(BK // 16))
EACH_A = tuple(range(BM // LINES))
EACH_B = tuple(range(BN // LINES))
EACH_AHEAD = tuple(range(STAGES - 2))
EACH_SUM = tuple(range(BN // 2))
EACH_PAIR = tuple(range(BN // 8))


# Begins to copy a thread's pieces of a tile; zeros behind the last depth. Lines behind the last one, which give nothing that is used, are
# the last one again.
@device(forceinline=True)
def bring(tile, start, source, base, pitch, line0, depth0, lines, depths, deep, each):
    row = threadIdx.x // (BK // V)
    piece = threadIdx.x % (BK // V)
    for i in literal_unroll(each):
        r = row + i * LINES
        line = min(line0 + (r if deep else i * LINES // BK * 64 + piece * V), lines - (1 if deep else V))
        depth = depth0 + (piece * V if deep else row + i * LINES % BK)
        at = uint64(base + (line * pitch + depth if deep else depth * pitch + line))
        valid = 16 if depth < depths else 0
        cp_async_16(tile, start + uint32(r * BK + (piece ^ (r & 7)) * V), source, at, valid)


# Begins to add the product of two tiles to the sums.
@device(forceinline=True)
def multiply(sums, tiles, now, group, a_deep, b_deep):
    for k in literal_unroll(EACH_K):
        a = now + group * uint32(64 * BK) + uint32(k * 16 if a_deep else k * 16 * 64)
        b = now + uint32(SIZE_A) + uint32(k * 16 if b_deep else k * 16 * 64)
        if a_deep and b_deep:
            wgmma(BN, sums, tiles, a, tiles, b)
        elif a_deep:
            wgmma(BN, sums, tiles, a, tiles, b, b_trans=True, b_step=64 * BK)
        elif b_deep:
            wgmma(BN, sums, tiles, a, tiles, b, a_trans=True)
        else:
            wgmma(BN, sums, tiles, a, tiles, b, a_trans=True, b_trans=True, b_step=64 * BK)


@device(forceinline=True)
def product(a, b, c, m, n, k, pitch_a, pitch_b, pitch_c, step_a, step_b, step_c, alpha, beta, wide_c, aligned_c, a_deep, b_deep):
    tiles = shared.array(0, T)
    sums = local.array(BN // 2, float32)
    base_a = blockIdx.z * step_a
    base_b = blockIdx.z * step_b

    blocks_n = (n + BN - 1) // BN
    first = blockIdx.x // (GROUP * blocks_n) * GROUP
    rows = min((m + BM - 1) // BM - first, GROUP)
    inside = blockIdx.x % (GROUP * blocks_n)
    row0 = (first + inside % rows) * BM
    col0 = inside // rows * BN

    for i in literal_unroll(EACH_SUM):
        sums[i] = 0
    for stage in literal_unroll(EACH_AHEAD):
        bring(tiles, uint32(stage * SIZE), a, base_a, pitch_a, row0, stage * BK, m, k, a_deep, EACH_A)
        bring(tiles, uint32(stage * SIZE + SIZE_A), b, base_b, pitch_b, col0, stage * BK, n, k, b_deep, EACH_B)
        cp_async_commit()
    now = uint32(0)
    ahead = uint32((STAGES - 2) * SIZE)
    for step in range(0, k, BK):
        cp_async_wait(STAGES - 3)
        fence_proxy_async()
        syncthreads()
        wgmma_fence()
        multiply(sums, tiles, now, uint32(threadIdx.x // 128), a_deep, b_deep)
        wgmma_commit()
        depth = step + (STAGES - 2) * BK
        if depth < k:
            bring(tiles, ahead, a, base_a, pitch_a, row0, depth, m, k, a_deep, EACH_A)
            bring(tiles, ahead + uint32(SIZE_A), b, base_b, pitch_b, col0, depth, n, k, b_deep, EACH_B)
        cp_async_commit()
        now = uint32(0) if now == (STAGES - 1) * SIZE else now + uint32(SIZE)
        ahead = uint32(0) if ahead == (STAGES - 1) * SIZE else ahead + uint32(SIZE)
        wgmma_wait(1, BN, sums)
    wgmma_wait(0, BN, sums)

    base = blockIdx.z * step_c + row0 * pitch_c + col0
    row = threadIdx.x // 32 * 16 + threadIdx.x % 32 // 4
    column = threadIdx.x % 4 * 2
    if aligned_c != 0 and beta == 0 and row0 + BM <= m and col0 + BN <= n:
        # Indices without a sign are taken as they are.
        pair = uint64(base + row * pitch_c + column) // uint64(2)
        rows = uint64(4 * pitch_c)
        for wide in literal_unroll((True, False)):
            if wide == (wide_c != 0):
                for j in literal_unroll(EACH_PAIR):
                    put_pair(c, pair + uint64(j * 4), alpha * sums[4 * j], alpha * sums[4 * j + 1], wide)
                    put_pair(c, pair + rows + uint64(j * 4), alpha * sums[4 * j + 2], alpha * sums[4 * j + 3], wide)
    else:
        tile = shared.array(0, float32)
        cp_async_wait()
        syncthreads()
        for j in literal_unroll(EACH_PAIR):
            for i in literal_unroll((0, 1, 2, 3)):
                tile[(row + i // 2 * 8) * BN + j * 8 + column + i % 2] = sums[4 * j + i]
        syncthreads()
        put_tile(c, tile, BM * BN, BN, base, pitch_c, m - row0, n - col0, alpha, beta, wide_c)


@kernel(launch_bounds=(THREADS, 1))
def product_nn(a: T[::1], b: T[::1], c: uint8[::1], m: int32, n: int32, k: int32, pitch_a: int64, pitch_b: int64, pitch_c: int64,
               step_a: int64, step_b: int64, step_c: int64, alpha: float32, beta: float32, wide_c: int32, aligned_c: int32):
    product(a, b, c, m, n, k, pitch_a, pitch_b, pitch_c, step_a, step_b, step_c, alpha, beta, wide_c, aligned_c, True, False)


@kernel(launch_bounds=(THREADS, 1))
def product_nt(a: T[::1], b: T[::1], c: uint8[::1], m: int32, n: int32, k: int32, pitch_a: int64, pitch_b: int64, pitch_c: int64,
               step_a: int64, step_b: int64, step_c: int64, alpha: float32, beta: float32, wide_c: int32, aligned_c: int32):
    product(a, b, c, m, n, k, pitch_a, pitch_b, pitch_c, step_a, step_b, step_c, alpha, beta, wide_c, aligned_c, True, True)


@kernel(launch_bounds=(THREADS, 1))
def product_tn(a: T[::1], b: T[::1], c: uint8[::1], m: int32, n: int32, k: int32, pitch_a: int64, pitch_b: int64, pitch_c: int64,
               step_a: int64, step_b: int64, step_c: int64, alpha: float32, beta: float32, wide_c: int32, aligned_c: int32):
    product(a, b, c, m, n, k, pitch_a, pitch_b, pitch_c, step_a, step_b, step_c, alpha, beta, wide_c, aligned_c, False, False)


@kernel(launch_bounds=(THREADS, 1))
def product_tt(a: T[::1], b: T[::1], c: uint8[::1], m: int32, n: int32, k: int32, pitch_a: int64, pitch_b: int64, pitch_c: int64,
               step_a: int64, step_b: int64, step_c: int64, alpha: float32, beta: float32, wide_c: int32, aligned_c: int32):
    product(a, b, c, m, n, k, pitch_a, pitch_b, pitch_c, step_a, step_b, step_c, alpha, beta, wide_c, aligned_c, False, True)
