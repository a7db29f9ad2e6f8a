# Arrays to one number. A launch gives each block's result to `out`; with one block that is the result. A second launch with one block
# reduces what a first one gave. The order in which elements are combined depends on their number and the grid alone.
from kernelc import *
from groups import ALL_LANES, added, block_reduce, larger
from keys import bits_of_rank, rank_of
from kinds import multiplied

THREADS = 256
# Elements that a thread has on their way at the same time.
ITEMS = 16
TILE = THREADS * ITEMS

# Sums: elements, results, and what is computed in.
SUMS = (("int8", "int64", "int64"), ("int16", "int64", "int64"), ("int32", "int64", "int64"), ("int64", "int64", "int64"),
        ("uint8", "uint64", "uint64"), ("uint16", "uint64", "uint64"), ("uint32", "uint64", "uint64"),
        ("uint64", "uint64", "uint64"), ("float16", "float32", "float32"), ("bfloat16", "float32", "float32"),
        ("float32", "float32", "float32"), ("float32", "float16", "float32"), ("float32", "bfloat16", "float32"),
        ("float64", "float64", "float64"))


# What `value_at` gives for the elements 0 to n - 1 that belong to the block, combined; in all of its threads.
def of_block(n, value_at, combine, start):
    total = start
    i = uint64(blockIdx.x) * TILE + uint64(threadIdx.x)
    while i + uint64(TILE - THREADS) < n:
        part = value_at(i)
        for k in range(1, ITEMS):
            part = combine(part, value_at(i + uint64(k * THREADS)))
        total = combine(total, part)
        i += uint64(gridDim.x) * TILE
    for k in range(ITEMS):
        if i + uint64(k * THREADS) < n:
            total = combine(total, value_at(i + uint64(k * THREADS)))
    return block_reduce(total, combine)


# `zero` and `one` have the type that is computed in.
@kernel([f"void({x}[::1], {out}[::1], {kind})" for x, out, kind in SUMS])
def reduce_sum(x, out, zero):
    total = of_block(uint64(x.size), lambda i: type(zero)(x[i]), added, zero)
    if threadIdx.x == 0:
        out[blockIdx.x] = total


@kernel([f"void({x}[::1], {out}[::1], {kind})" for x, out, kind in SUMS])
def reduce_product(x, out, one):
    total = of_block(uint64(x.size), lambda i: type(one)(x[i]), multiplied, one)
    if threadIdx.x == 0:
        out[blockIdx.x] = total


# How many elements are not zero; -0.0, whose bits are `zero`, is.
@kernel(["void(uint8[::1], int64[::1], uint8)", "void(uint16[::1], int64[::1], uint16)", "void(uint32[::1], int64[::1], uint32)",
         "void(uint64[::1], int64[::1], uint64)"])
def count_nonzero(x, out, zero):
    total = of_block(uint64(x.size), lambda i: int64(x[i] != 0 and x[i] != zero), added, int64(0))
    if threadIdx.x == 0:
        out[blockIdx.x] = total


# Whether counts reach `least` together.
@kernel("void(int64[::1], uint8[::1], int64)")
def sum_reaches(counts, out, least):
    total = of_block(uint64(counts.size), lambda i: counts[i], added, int64(0))
    if threadIdx.x == 0:
        out[0] = total >= least


# The largest element by rank. `first`: elements are bits, else ranks; `last`: the result is bits.
@kernel(["void(uint8[::1], uint8[::1], UniTuple(uint8, 6), uint8, boolean, boolean)",
         "void(uint16[::1], uint16[::1], UniTuple(uint16, 6), uint16, boolean, boolean)",
         "void(uint32[::1], uint32[::1], UniTuple(uint32, 6), uint32, boolean, boolean)",
         "void(uint64[::1], uint64[::1], UniTuple(uint64, 6), uint64, boolean, boolean)"])
def reduce_greatest(x, out, order, shift, first, last):
    best = shift * 0
    if first:
        best = of_block(uint64(x.size), lambda i: rank_of(x[i], order, shift), larger, best)
    else:
        best = of_block(uint64(x.size), lambda i: x[i], larger, best)
    if threadIdx.x == 0:
        out[blockIdx.x] = bits_of_rank(best, order, shift) if last else best


# The better one of two ranks at two places; of equal ones the first.
def put_better(rank, at, other, other_at):
    if other > rank or (other == rank and other_at < at):
        return other, other_at
    return rank, at


# Where the first of the largest elements is. `ranks` and `places` get each block's.
@kernel(["void(uint8[::1], int64[::1], uint8[::1], int64[::1], UniTuple(uint8, 6), uint8, boolean)",
         "void(uint16[::1], int64[::1], uint16[::1], int64[::1], UniTuple(uint16, 6), uint16, boolean)",
         "void(uint32[::1], int64[::1], uint32[::1], int64[::1], UniTuple(uint32, 6), uint32, boolean)",
         "void(uint64[::1], int64[::1], uint64[::1], int64[::1], UniTuple(uint64, 6), uint64, boolean)"])
def reduce_place(x, x_places, ranks, places, order, shift, first):
    n = uint64(x.size)
    best = shift * 0
    at = int64(n)
    i = uint64(blockIdx.x) * TILE + uint64(threadIdx.x)
    while i < n:
        for k in range(ITEMS):
            j = i + uint64(k * THREADS)
            if j < n:
                rank = rank_of(x[j], order, shift) if first else x[j]
                best, at = put_better(best, at, rank, int64(j) if first else x_places[j])
        i += uint64(gridDim.x) * TILE
    best_ranks = shared.array(THREADS // 32, x.dtype)
    best_places = shared.array(THREADS // 32, int64)
    for distance in (16, 8, 4, 2, 1):
        best, at = put_better(best, at, shfl_xor_sync(ALL_LANES, best, distance), shfl_xor_sync(ALL_LANES, at, distance))
    if laneid == 0:
        best_ranks[threadIdx.x // 32] = best
        best_places[threadIdx.x // 32] = at
    syncthreads()
    if threadIdx.x == 0:
        for w in range(1, THREADS // 32):
            best, at = put_better(best, at, best_ranks[w], best_places[w])
        ranks[blockIdx.x] = best
        places[blockIdx.x] = at
