# Elements that are kept, on the CPU device: each core counts those of its chunks, then moves them. Blocks of one thread, a chunk each.
from kernelc import *
from chunks import bounds
from keys import key_of, raw_key_of

MOVED = ("uint8", "uint16", "uint32", "uint64", "complex128")
BITS = ("uint8", "uint16", "uint32", "uint64")


# First with `counting`, then without.
def select_chunk(n, keep, put, count, totals, chunk, counting):
    first, last = bounds(n, chunk)
    if counting:
        total = int64(0)
        for i in range(first, last):
            total += int64(keep(i))
        totals[blockIdx.x] = total
        return
    place = int64(0)
    for c in range(blockIdx.x):
        place += totals[c]
    for i in range(first, last):
        if keep(i):
            put(place, i)
            place += 1
    if blockIdx.x == gridDim.x - 1:
        count[0] = place


@kernel([f"void({value}[::1], uint8[::1], {value}[::1], int64[::1], int64[::1], uint64, boolean)" for value in MOVED])
def select_flagged_chunk(x, flags, out, count, totals, chunk, counting):
    def put(place, i):
        out[place] = x[i]

    select_chunk(uint64(x.size), lambda i: flags[i] != 0, put, count, totals, chunk, counting)


@kernel([f"void({x}[::1], {x}[::1], int64[::1], int64[::1], uint64, boolean, UniTuple({x}, 6), {x}, {x}, boolean)" for x in BITS])
def select_range_chunk(x, out, count, totals, chunk, counting, order, low, high, inside):
    def keep(i):
        key = raw_key_of(x[i], order)
        return (low <= key and key <= high) == inside

    def put(place, i):
        out[place] = x[i]

    select_chunk(uint64(x.size), keep, put, count, totals, chunk, counting)


@kernel([f"void({x}[::1], int64[::1], int64[::1], int64[::1], uint64, boolean, UniTuple({x}, 6), {x}, {x}, boolean)" for x in BITS])
def select_places_chunk(x, out, count, totals, chunk, counting, order, low, high, inside):
    def keep(i):
        key = raw_key_of(x[i], order)
        return (low <= key and key <= high) == inside

    def put(place, i):
        out[place] = int64(i)

    select_chunk(uint64(x.size), keep, put, count, totals, chunk, counting)


@kernel([f"void({x}[::1], {x}[::1], int64[::1], int64[::1], int64[::1], uint64, boolean, UniTuple({x}, 6), boolean)" for x in BITS])
def select_changes_chunk(x, out, places, count, totals, chunk, counting, order, with_places):
    def put(place, i):
        out[place] = x[i]
        if with_places:
            places[place] = int64(i)

    select_chunk(uint64(x.size), lambda i: i == 0 or key_of(x[i - 1], order) != key_of(x[i], order), put, count, totals, chunk,
                 counting)
