# Many matrices of at most 32 rows: what kernelc::MatMul launches for batches of such, and kernelc::BatchedSolve, BatchedInverse and
# BatchedCholesky. A warp for each matrix, in shared memory; lane i works on row i. Compiled for T = float32 and float64.
from kernelc import *
import math

T = float32
# Rows that a matrix has at most, and matrices of a block.
MOST = 32
WARPS = 2
# Rows lie one element apart, so that the elements of a column are in different banks.
PITCH = MOST + 1


@device(forceinline=True)
def load_square(a, matrix, n, tile, warp):
    lane = threadIdx.x % 32
    for i in range(n):
        if lane < n:
            tile[warp, i, lane] = a[matrix, i, lane]
    syncwarp()


# c = alpha * a @ b + beta * c: a is m by k, b k by n.
@kernel(launch_bounds=32 * WARPS)
def multiply(a: T[:, :, :], b: T[:, :, :], c: T[:, :, :], alpha: T, beta: T):
    left = shared.array((WARPS, MOST, PITCH), T)
    right = shared.array((WARPS, MOST, PITCH), T)
    lane = threadIdx.x % 32
    warp = threadIdx.x // 32
    matrix = int64(blockIdx.x) * WARPS + warp
    m, n, k = c.shape[1], c.shape[2], a.shape[2]
    if matrix < c.shape[0]:
        for i in range(m):
            if lane < k:
                left[warp, i, lane] = a[matrix, i, lane]
        for i in range(k):
            if lane < n:
                right[warp, i, lane] = b[matrix, i, lane]
        syncwarp()
        if lane < n:
            for i in range(m):
                s = T(0)
                for x in range(k):
                    s += left[warp, i, x] * right[warp, x, lane]
                s *= alpha
                if beta != 0:
                    s += beta * c[matrix, i, lane]
                c[matrix, i, lane] = s


# Makes the first n columns of `tile[warp]` L (without its diagonal of ones) and U, with rows swapped so that each pivot is the
# largest of its column, and `order[warp, i]` the row that is now row i. Gives the first column, from 1, without a pivot, or 0.
@device(forceinline=True)
def factor(tile, order, warp, n):
    lane = threadIdx.x % 32
    order[warp, lane] = lane
    failed = 0
    for k in range(n):
        largest = T(-1)
        if lane >= k and lane < n:
            largest = abs(tile[warp, lane, k])
        at = lane
        for step in (16, 8, 4, 2, 1):
            other = shfl_xor_sync(-1, largest, step)
            other_at = shfl_xor_sync(-1, at, step)
            if other > largest or (other == largest and other_at < at):
                largest = other
                at = other_at
        if at != k and largest > 0:
            if lane < n:
                x = tile[warp, k, lane]
                tile[warp, k, lane] = tile[warp, at, lane]
                tile[warp, at, lane] = x
            if lane == 0:
                row = order[warp, k]
                order[warp, k] = order[warp, at]
                order[warp, at] = row
        syncwarp()
        if not largest > 0 and failed == 0:
            failed = k + 1
        if lane > k and lane < n:
            x = tile[warp, lane, k] / tile[warp, k, k]
            tile[warp, lane, k] = x
            for j in range(k + 1, n):
                tile[warp, lane, j] -= x * tile[warp, k, j]
        syncwarp()
    return failed


# The solution for one right side, of which a lane has the element of row order[lane]: its element of x.
@device(forceinline=True)
def substitute(tile, warp, n, y):
    lane = threadIdx.x % 32
    for k in range(n):
        x = shfl_sync(-1, y, k)
        if lane > k and lane < n:
            y -= tile[warp, lane, k] * x
    for step in range(n):
        k = n - 1 - step
        if lane == k:
            y /= tile[warp, k, k]
        x = shfl_sync(-1, y, k)
        if lane < k:
            y -= tile[warp, lane, k] * x
    return y


# a @ x = b, by rows swapped where needed; `info` gets what `factor` gives.
@kernel(launch_bounds=32 * WARPS)
def solve(a: T[:, :, :], b: T[:, :, :], x: T[:, :, :], info: int32[::1]):
    tile = shared.array((WARPS, MOST, PITCH), T)
    order = shared.array((WARPS, MOST), int32)
    lane = threadIdx.x % 32
    warp = threadIdx.x // 32
    matrix = int64(blockIdx.x) * WARPS + warp
    n = a.shape[1]
    if matrix < a.shape[0]:
        load_square(a, matrix, n, tile, warp)
        failed = factor(tile, order, warp, n)
        if lane == 0:
            info[matrix] = failed
        for column in range(b.shape[2]):
            y = T(0)
            if lane < n:
                y = b[matrix, order[warp, lane], column]
            y = substitute(tile, warp, n, y)
            if lane < n:
                x[matrix, lane, column] = y


@kernel(launch_bounds=32 * WARPS)
def inverse(a: T[:, :, :], out: T[:, :, :], info: int32[::1]):
    tile = shared.array((WARPS, MOST, PITCH), T)
    order = shared.array((WARPS, MOST), int32)
    lane = threadIdx.x % 32
    warp = threadIdx.x // 32
    matrix = int64(blockIdx.x) * WARPS + warp
    n = a.shape[1]
    if matrix < a.shape[0]:
        load_square(a, matrix, n, tile, warp)
        failed = factor(tile, order, warp, n)
        if lane == 0:
            info[matrix] = failed
        for column in range(n):
            y = T(1) if lane < n and order[warp, lane] == column else T(0)
            y = substitute(tile, warp, n, y)
            if lane < n:
                out[matrix, lane, column] = y


# The lower triangular matrix whose product with its transpose is a, of which the lower half is read. `info` gets the first column,
# from 1, where a is not positive definite, or 0.
@kernel(launch_bounds=32 * WARPS)
def cholesky(a: T[:, :, :], out: T[:, :, :], info: int32[::1]):
    tile = shared.array((WARPS, MOST, PITCH), T)
    lane = threadIdx.x % 32
    warp = threadIdx.x // 32
    matrix = int64(blockIdx.x) * WARPS + warp
    n = a.shape[1]
    if matrix < a.shape[0]:
        load_square(a, matrix, n, tile, warp)
        failed = 0
        for k in range(n):
            pivot = tile[warp, k, k]
            if not pivot > 0 and failed == 0:
                failed = k + 1
            root = math.sqrt(pivot)
            syncwarp()
            if lane >= k and lane < n:
                tile[warp, lane, k] = root if lane == k else tile[warp, lane, k] / root
            syncwarp()
            if lane > k and lane < n:
                for j in range(k + 1, lane + 1):
                    tile[warp, lane, j] -= tile[warp, lane, k] * tile[warp, j, k]
            syncwarp()
        if lane == 0:
            info[matrix] = failed
        for i in range(n):
            if lane < n:
                out[matrix, i, lane] = tile[warp, i, lane] if lane <= i else T(0)
