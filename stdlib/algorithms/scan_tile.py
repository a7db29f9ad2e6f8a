# What a tile of a scan on a GPU does. A tile is what a block takes; each warp has rows of 128 elements of it, four for each lane, which can
# be loaded and stored together. THREADS and ROWS are also in runtime/algorithms/scan.cpp and in compiler/driver/generate/accumulation.h.
from kernelc import *
from groups import ALL_LANES
from look_back import before_tile

THREADS = 256
# Of numbers of 32 bits; half as many of those of 64 bits.
ROWS = 8
WARPS = THREADS // 32
EACH_ROW = tuple(range(ROWS))
EACH_WARP = tuple(range(WARPS))
EACH_OF_QUAD = (0, 1, 2, 3)


# `load` gives an element by its place, `store` takes a result. `start` changes nothing; `initial` stands before all elements.
@device
def scan_tile(n, load, store, states, combine, start, initial, exclusive, put, get):
    def load_quad(q):
        i = q << uint64(2)
        return load(i), load(i + uint64(1)), load(i + uint64(2)), load(i + uint64(3))

    def store_quad(q, a, b, c, d):
        i = q << uint64(2)
        store(i, a)
        store(i + uint64(1), b)
        store(i + uint64(2), c)
        store(i + uint64(3), d)

    scan_quads(n, load, store, True, load_quad, store_quad, states, combine, start, initial, exclusive, put, get)


# The same where, if `by_quads`, load_quad(q) gives elements 4 * q to 4 * q + 3 and store_quad(q, a, b, c, d) takes their results.
@device
def scan_quads(n, load, store, by_quads, load_quad, store_quad, states, combine, start, initial, exclusive, put, get):
    values = local.array(4 * ROWS, type(start))
    rows = ROWS if values.itemsize == 4 else ROWS // 2
    tile = uint64(4 * THREADS * rows)
    begin = uint64(blockIdx.x) * tile
    first = begin + uint64(threadIdx.x // 32 * (128 * rows) + 4 * laneid)
    whole = by_quads and begin + tile <= n
    if whole:
        for r in literal_unroll(EACH_ROW):
            if r < rows:
                quad = load_quad((first + uint64(128 * r)) >> uint64(2))
                values[4 * r], values[4 * r + 1], values[4 * r + 2], values[4 * r + 3] = quad
    else:
        for r in literal_unroll(EACH_ROW):
            for k in literal_unroll(EACH_OF_QUAD):
                i = first + uint64(128 * r + k)
                values[4 * r + k] = load(i) if r < rows and i < n else start
    # Each quad by itself, then those of a row by their totals, then rows: what is before a quad in its warp.
    before_quads = local.array(ROWS, type(start))
    for r in literal_unroll(EACH_ROW):
        for k in literal_unroll((1, 2, 3)):
            values[4 * r + k] = combine(values[4 * r + k - 1], values[4 * r + k])
        before_quads[r] = values[4 * r + 3]
    for distance in literal_unroll((1, 2, 4, 8, 16)):
        for r in literal_unroll(EACH_ROW):
            if r < rows:
                both = combine(shfl_up_sync(ALL_LANES, before_quads[r], distance), before_quads[r])
                before_quads[r] = both if laneid >= distance else before_quads[r]
    total = start
    for r in literal_unroll(EACH_ROW):
        if r < rows:
            end = shfl_sync(ALL_LANES, before_quads[r], 31)
            below = shfl_up_sync(ALL_LANES, before_quads[r], 1)
            before_quads[r] = total if laneid == 0 else combine(total, below)
            total = combine(total, end)

    before = before_warp(total, states, combine, start, initial, put, get)
    for r in literal_unroll(EACH_ROW):
        if r < rows:
            v0 = combine(before, before_quads[r])
            v1 = combine(v0, values[4 * r])
            v2 = combine(v0, values[4 * r + 1])
            v3 = combine(v0, values[4 * r + 2])
            v4 = combine(v0, values[4 * r + 3])
            i = first + uint64(128 * r)
            if exclusive:
                put_quad(i, n, whole, v0, v1, v2, v3, store, store_quad)
            else:
                put_quad(i, n, whole, v1, v2, v3, v4, store, store_quad)


@device
def put_quad(i, n, whole, a, b, c, d, store, store_quad):
    if whole:
        store_quad(i >> uint64(2), a, b, c, d)
    else:
        if i < n:
            store(i, a)
        if i + uint64(1) < n:
            store(i + uint64(1), b)
        if i + uint64(2) < n:
            store(i + uint64(2), c)
        if i + uint64(3) < n:
            store(i + uint64(3), d)


# What is in front of the warp, `initial` first; `total` is the warp's own.
@device
def before_warp(total, states, combine, start, initial, put, get):
    totals = shared.array(WARPS, type(start))
    before_block = shared.array(1, type(start))
    if laneid == 0:
        totals[threadIdx.x // 32] = total
    syncthreads()
    before = start
    own = start
    for w in literal_unroll(EACH_WARP):
        if w == threadIdx.x // 32:
            before = own
        own = combine(own, totals[w])
    if threadIdx.x < 32:
        found = before_tile(states, own, combine, start, put, get)
        if laneid == 0:
            before_block[0] = combine(initial, found)
    syncthreads()
    return combine(before_block[0], before)
