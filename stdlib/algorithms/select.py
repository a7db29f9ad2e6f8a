# Elements that are kept, side by side in their order, on a GPU in one pass; see scan.py and look_back.py. `count` gets their number.
from kernelc import *
from groups import ALL_LANES, added
from keys import key_of
from look_back import before_tile, get_count, put_count

THREADS = 256
ROWS = 24
WARPS = THREADS // 32
TILE = THREADS * ROWS

MOVED = ("uint8", "uint16", "uint32", "uint64", "complex128")
BITS = ("uint8", "uint16", "uint32", "uint64")


# value_at(i) is loaded for every element; where keep(i, value), put(place, i, value) stores it.
def select_tile(n, value_at, keep, put, states, count, like):
    first = uint64(blockIdx.x) * TILE + uint64(threadIdx.x // 32 * (32 * ROWS) + laneid)
    values = local.array(ROWS, type(like))
    kept = local.array(ROWS, boolean)
    if uint64(blockIdx.x + 1) * TILE <= n:
        for r in range(ROWS):
            values[r] = value_at(first + uint64(32 * r))
        for r in range(ROWS):
            kept[r] = keep(first + uint64(32 * r), values[r])
    else:
        for r in range(ROWS):
            kept[r] = False
            if first + uint64(32 * r) < n:
                values[r] = value_at(first + uint64(32 * r))
                kept[r] = keep(first + uint64(32 * r), values[r])
    votes = local.array(ROWS, uint32)
    total = uint32(0)
    for r in range(ROWS):
        votes[r] = uint32(ballot_sync(ALL_LANES, kept[r]))
        total += popc(votes[r])

    place = before_warp(total, states, count)
    below = lanemask_lt()
    for r in range(ROWS):
        if kept[r]:
            put(place + uint64(popc(votes[r] & below)), first + uint64(32 * r), values[r])
        place += uint64(popc(votes[r]))


# How many are kept before the warp.
def before_warp(total, states, count):
    totals = shared.array(WARPS, uint32)
    before_block = shared.array(1, uint64)
    if laneid == 0:
        totals[threadIdx.x // 32] = total
    syncthreads()
    before = uint64(0)
    for w in range(WARPS):
        if w < threadIdx.x // 32:
            before += uint64(totals[w])
    if threadIdx.x < 32:
        own = uint64(0)
        for w in range(WARPS):
            own += uint64(totals[w])
        found = before_tile(states, own, added, uint64(0), put_count, get_count)
        if laneid == 0:
            before_block[0] = found
            if blockIdx.x == gridDim.x - 1:
                count[0] = int64(found + own)
    syncthreads()
    return before_block[0] + before


@kernel([f"void({value}[::1], uint8[::1], {value}[::1], int64[::1], uint64[::1])" for value in MOVED])
def select_flagged(x, flags, out, count, states):
    def put(place, i, value):
        out[place] = value

    select_tile(uint64(x.size), lambda i: x[i], lambda i, value: flags[i] != 0, put, states, count, x.dtype.type(0))


# Elements whose keys are from `low` to `high`, or those that are not. 
@kernel([f"void({x}[::1], {x}[::1], int64[::1], uint64[::1], UniTuple({x}, 6), {x}, {x}, boolean)" for x in BITS])
def select_range(x, out, count, states, order, low, high, inside):
    def keep(i, value):
        key = key_of(value, order)
        return (low <= key and key <= high) == inside

    def put(place, i, value):
        out[place] = value

    select_tile(uint64(x.size), lambda i: x[i], keep, put, states, count, low)


# The same elements' places.
@kernel([f"void({x}[::1], int64[::1], int64[::1], uint64[::1], UniTuple({x}, 6), {x}, {x}, boolean)" for x in BITS])
def select_places(x, out, count, states, order, low, high, inside):
    def keep(i, value):
        key = key_of(value, order)
        return (low <= key and key <= high) == inside

    def put(place, i, value):
        out[place] = int64(i)

    select_tile(uint64(x.size), lambda i: x[i], keep, put, states, count, low)


# The first of neighbours whose keys are equal, and its place.
@kernel([f"void({x}[::1], {x}[::1], int64[::1], int64[::1], uint64[::1], UniTuple({x}, 6), boolean)" for x in BITS])
def select_changes(x, out, places, count, states, order, with_places):
    def keep(i, value):
        return i == 0 or key_of(x[i - 1], order) != key_of(value, order)

    def put(place, i, value):
        out[place] = value
        if with_places:
            places[place] = int64(i)

    select_tile(uint64(x.size), lambda i: x[i], keep, put, states, count, x.dtype.type(0))
