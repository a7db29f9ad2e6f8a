# Running sums, products, minima and maxima on a GPU, in one pass. A tile is what a block takes; each warp has rows of 32 elements of
# it, so that all that goes to memory and comes from there is whole lines.
from kernelc import *
from groups import ALL_LANES, added, larger
from keys import bits_of_rank, rank_of
from kinds import multiplied
from look_back import before_tile, get32, get64, put32, put64

THREADS = 256
ROWS = 16
WARPS = THREADS // 32
TILE = THREADS * ROWS

# Elements, results, and what is computed in. Signed numbers that keep their type come as unsigned ones, which wrap.
SCANS32 = (("uint8", "uint8", "uint32"), ("uint16", "uint16", "uint32"), ("uint32", "uint32", "uint32"),
           ("float16", "float16", "float32"), ("bfloat16", "bfloat16", "float32"), ("float32", "float32", "float32"))
SCANS64 = (("int8", "int64", "int64"), ("int16", "int64", "int64"), ("int32", "int64", "int64"), ("uint8", "uint64", "uint64"),
           ("uint16", "uint64", "uint64"), ("uint32", "uint64", "uint64"), ("uint64", "uint64", "uint64"),
           ("float64", "float64", "float64"))


# `load` gives an element by its place, `store` takes a result. `start` changes nothing; `initial` stands before all elements.
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


def scan_numbers(x, out, states, combine, start, initial, exclusive, put, get):
    def store(i, value):
        out[i] = value

    scan_tile(uint64(x.size), lambda i: type(start)(x[i]), store, states, combine, start, initial, exclusive, put, get)


def signatures(kinds):
    return [f"void({x}[::1], {out}[::1], uint64[::1], {kind}, {kind}, boolean)" for x, out, kind in kinds]


@kernel(signatures(SCANS32))
def scan_sum32(x, out, states, start, initial, exclusive):
    scan_numbers(x, out, states, added, start, initial, exclusive, put32, get32)


@kernel(signatures(SCANS64))
def scan_sum64(x, out, states, start, initial, exclusive):
    scan_numbers(x, out, states, added, start, initial, exclusive, put64, get64)


@kernel(signatures(SCANS32))
def scan_product32(x, out, states, start, initial, exclusive):
    scan_numbers(x, out, states, multiplied, start, initial, exclusive, put32, get32)


@kernel(signatures(SCANS64))
def scan_product64(x, out, states, start, initial, exclusive):
    scan_numbers(x, out, states, multiplied, start, initial, exclusive, put64, get64)


# The largest element so far by `order`: see rank_of().
def scan_ranks(x, out, states, order, shift, start, put, get):
    def store(i, rank):
        out[i] = bits_of_rank(type(shift)(rank), order, shift)

    scan_tile(uint64(x.size), lambda i: type(start)(rank_of(x[i], order, shift)), store, states, larger, start, start, False,
              put, get)


@kernel(["void(uint8[::1], uint8[::1], uint64[::1], UniTuple(uint8, 6), uint8)",
         "void(uint16[::1], uint16[::1], uint64[::1], UniTuple(uint16, 6), uint16)",
         "void(uint32[::1], uint32[::1], uint64[::1], UniTuple(uint32, 6), uint32)"])
def scan_greatest32(x, out, states, order, shift):
    scan_ranks(x, out, states, order, shift, uint32(0), put32, get32)


@kernel("void(uint64[::1], uint64[::1], uint64[::1], UniTuple(uint64, 6), uint64)")
def scan_greatest64(x, out, states, order, shift):
    scan_ranks(x, out, states, order, shift, uint64(0), put64, get64)
