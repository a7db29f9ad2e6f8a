# What a tile of a scan on a GPU does. A tile is what a block takes; each warp has rows of 32 elements of it, so that all that goes to
# memory and comes from there is whole lines. THREADS and TILE are also in compiler/driver/generate/accumulation.h.
from kernelc import *
from groups import ALL_LANES
from look_back import before_tile

THREADS = 256
ROWS = 16
WARPS = THREADS // 32
TILE = THREADS * ROWS


# `load` gives an element by its place, `store` takes a result. `start` changes nothing; `initial` stands before all elements.
@device
def scan_tile(n, load, store, states, combine, start, initial, exclusive, put, get):
    first = uint64(blockIdx.x) * TILE + uint64(threadIdx.x // 32 * (32 * ROWS) + laneid)
    whole = uint64(blockIdx.x + 1) * TILE <= n
    values = local.array(ROWS, type(start))
    if whole:
        for r in range(ROWS):
            values[r] = load(first + uint64(32 * r))
    else:
        for r in range(ROWS):
            values[r] = load(first + uint64(32 * r)) if first + uint64(32 * r) < n else start
    # Each row by itself, then with the rows before it.
    for distance in (1, 2, 4, 8, 16):
        for r in range(ROWS):
            below = shfl_up_sync(ALL_LANES, values[r], distance)
            both = combine(below, values[r])
            values[r] = both if laneid >= distance else values[r]
    total = shfl_sync(ALL_LANES, values[0], 31)
    for r in range(1, ROWS):
        end = shfl_sync(ALL_LANES, values[r], 31)
        values[r] = combine(total, values[r])
        total = combine(total, end)

    before = before_warp(total, states, combine, start, initial, put, get)
    for r in range(ROWS):
        scanned = values[r]
        if exclusive:
            # What the lane below has; the lowest lane takes it from the row before.
            scanned = shfl_up_sync(ALL_LANES, values[r], 1)
            end = shfl_sync(ALL_LANES, values[r - 1], 31) if r > 0 else start
            scanned = end if laneid == 0 else scanned
        if whole or first + uint64(32 * r) < n:
            store(first + uint64(32 * r), combine(before, scanned))


# What is in front of the warp, `initial` first; `total` is the warp's own.
@device
def before_warp(total, states, combine, start, initial, put, get):
    totals = shared.array(WARPS, type(start))
    before_block = shared.array(1, type(start))
    if laneid == 0:
        totals[threadIdx.x // 32] = total
    syncthreads()
    before = start
    for w in range(WARPS):
        if w < threadIdx.x // 32:
            before = combine(before, totals[w])
    if threadIdx.x < 32:
        own = totals[0]
        for w in range(1, WARPS):
            own = combine(own, totals[w])
        found = before_tile(states, own, combine, start, put, get)
        if laneid == 0:
            before_block[0] = combine(initial, found)
    syncthreads()
    return combine(before_block[0], before)
