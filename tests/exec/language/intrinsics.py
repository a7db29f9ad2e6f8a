"""Votes, matches, bits of integers, cache operators, the grid group. Expectations: tests/oracle/exec_intrinsics.py."""

import numpy as np
from numba import cuda

FULL = 0xFFFFFFFF
THIRDS = 0x49249249


@cuda.jit
def votes(a, out):
    i = cuda.grid(1)
    p = a[i] > 2
    out[i, 0] = cuda.ballot_sync(FULL, p)
    out[i, 1] = cuda.any_sync(FULL, p)
    out[i, 2] = cuda.all_sync(FULL, p)
    out[i, 3] = cuda.eq_sync(FULL, p)
    out[i, 4] = cuda.activemask()
    out[i, 5] = cuda.lanemask_lt()
    # An integer is a predicate, too.
    out[i, 6] = cuda.ballot_sync(FULL, a[i])


@cuda.jit
def divergent_votes(a, out):
    i = cuda.grid(1)
    if cuda.laneid % 3 == 0:
        p = a[i] > 2
        out[i, 0] = cuda.ballot_sync(THIRDS, p)
        out[i, 1] = cuda.any_sync(THIRDS, p)
        out[i, 2] = cuda.all_sync(THIRDS, p)
        out[i, 3] = cuda.eq_sync(THIRDS, p)
        out[i, 4] = cuda.match_any_sync(THIRDS, a[i])
    else:
        out[i, 0] = cuda.ballot_sync(0xFFFFFFFF ^ THIRDS, a[i] > 1)


@cuda.jit
def votes_after_return(a, out):
    i = cuda.grid(1)
    if i >= a.size:
        return
    # Threads that are gone are in no vote.
    out[i, 0] = cuda.ballot_sync(FULL, a[i] > 2)
    out[i, 1] = cuda.all_sync(FULL, a[i] >= 0)
    out[i, 2] = cuda.match_any_sync(FULL, a[i])


@cuda.jit
def matches(a, out):
    i = cuda.grid(1)
    out[i, 0] = cuda.match_any_sync(FULL, a[i])
    lanes, same = cuda.match_all_sync(FULL, a[i])
    out[i, 1] = lanes
    out[i, 2] = same
    lanes, same = cuda.match_all_sync(FULL, a[i] * 0)
    out[i, 3] = lanes
    out[i, 4] = same


@cuda.jit
def block_votes(a, out):
    i = cuda.grid(1)
    out[i, 0] = cuda.syncthreads_count(a[i])
    out[i, 1] = cuda.syncthreads_and(a[i] > 0)
    out[i, 2] = cuda.syncthreads_or(a[i] > 3)
    n = 0
    while cuda.syncthreads_or(n < a[i]):
        n += 1
    out[i, 3] = n
    if cuda.syncthreads_count(a[i] == 0) > 0:
        cuda.syncthreads()
        out[i, 4] = 1


@cuda.jit
def bits(a, out):
    i = cuda.grid(1)
    if i < a.size:
        out[i, 0] = cuda.popc(a[i])
        out[i, 1] = cuda.clz(a[i])
        out[i, 2] = cuda.ffs(a[i])
        out[i, 3] = cuda.brev(a[i])
        out[i, 4] = a[i].bit_count()


@cuda.jit
def cube_roots(a, out):
    i = cuda.grid(1)
    if i < a.size:
        cuda.nanosleep(20)
        out[i] = cuda.cbrt(a[i])


@cuda.jit
def cache_operators(a, out):
    i = cuda.grid(1)
    if i < a.shape[0]:
        total = cuda.ldca(a, (i, 0)) + cuda.ldcg(a, (i, 1)) + cuda.ldcs(a, (i, -1))
        total += cuda.ldlu(a, (-1 - i, 0)) + cuda.ldcv(a, (i, 1))
        cuda.stcg(out, i, total)
        cuda.stcs(out, (i + a.shape[0],), total + 1)
        cuda.stwb(out, i + 2 * a.shape[0], total + 2)
        cuda.stwt(out, -1 - i, total + 3)


@cuda.jit
def shuffles(a, out):
    i = cuda.grid(1)
    out[i, 0] = cuda.shfl_sync(FULL, a[i], 3)
    out[i, 1] = cuda.shfl_xor_sync(FULL, a[i], 1)
    out[i, 2] = cuda.shfl_up_sync(FULL, a[i], 2)
    out[i, 3] = cuda.shfl_down_sync(FULL, a[i], 2)


@cuda.jit
def grid_group(a, out):
    i = cuda.grid(1)
    group = cuda.cg.this_grid()
    a[i] += 1
    group.sync()
    total = 0
    for k in range(a.size):
        total += a[k]
    group.sync()
    a[i] = total + i
    cuda.cg.this_grid().sync()
    out[i] = a[(i + 5) % a.size]


@cuda.jit
def grid_group_2d(a):
    x, y = cuda.grid(2)
    grid = cuda.cg.this_grid()
    for k in range(1, a.shape[0]):
        # Every row is the one above it, turned by one.
        if x == k and y < a.shape[1]:
            a[k, y] = a[k - 1, (y + 1) % a.shape[1]]
        grid.sync()


@cuda.jit
def dynamic_arrays(a, out, rows, columns):
    # Three arrays of different types in dynamic shared memory, beside a static one.
    fixed = cuda.shared.array(4, dtype=np.int64)
    tile = cuda.shared.dynamic((rows, columns), np.float32)
    flags = cuda.shared.dynamic(rows + 1, np.uint8, after=tile)
    sums = cuda.shared.dynamic(columns, dtype=np.float64, after=flags)
    x, y = cuda.grid(2)
    if x < 4 and y == 0:
        fixed[x] = 1000 + x
    if x < rows and y < columns:
        tile[x, y] = a[x, y]
    if y == 0 and x < rows:
        flags[x] = x
    if x == 0 and y < columns:
        sums[y] = 0.5 * y
    cuda.syncthreads()
    if x < rows and y < columns:
        out[x, y] = tile[rows - 1 - x, columns - 1 - y] + flags[x] + sums[y] + fixed[x % 4]


@cuda.jit
def aliasing_arrays(out):
    # As in Numba: every array of size 0 begins at the same place.
    words = cuda.shared.array(0, dtype=np.uint32)
    halves = cuda.shared.array(0, dtype=np.uint16)
    i = cuda.grid(1)
    if i == 0:
        words[0] = 0x00020001
    cuda.syncthreads()
    if i < 2:
        out[i] = halves[i]
    if i == 2:
        out[2] = words.size
        out[3] = halves.size
