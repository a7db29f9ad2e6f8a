# Arrays to one number on the CPU device: each block of one thread takes a chunk of neighbouring elements. The kernels are those of reduce.py.
from kernelc import *
from chunks import even_bounds, total_of
from groups import added, larger
from keys import bits_of_rank, rank_of
from kinds import multiplied

# Sums: elements, results, and what is computed in.
SUMS = (("int8", "int64", "int64"), ("int16", "int64", "int64"), ("int32", "int64", "int64"), ("int64", "int64", "int64"),
        ("uint8", "uint64", "uint64"), ("uint16", "uint64", "uint64"), ("uint32", "uint64", "uint64"),
        ("uint64", "uint64", "uint64"), ("float16", "float32", "float32"), ("bfloat16", "float32", "float32"),
        ("float32", "float32", "float32"), ("float32", "float16", "float32"), ("float32", "bfloat16", "float32"),
        ("float64", "float64", "float64"))


def of_chunk(n, value_at, combine, start):
    first, last = even_bounds(n)
    return total_of(first, last, value_at, combine, start)


@kernel([f"void({x}[::1], {out}[::1], {kind})" for x, out, kind in SUMS])
def reduce_sum(x, out, zero):
    out[blockIdx.x] = of_chunk(uint64(x.size), lambda i: type(zero)(x[i]), added, zero)


@kernel([f"void({x}[::1], {out}[::1], {kind})" for x, out, kind in SUMS])
def reduce_product(x, out, one):
    out[blockIdx.x] = of_chunk(uint64(x.size), lambda i: type(one)(x[i]), multiplied, one)


@kernel(["void(uint8[::1], int64[::1], uint8)", "void(uint16[::1], int64[::1], uint16)", "void(uint32[::1], int64[::1], uint32)",
         "void(uint64[::1], int64[::1], uint64)"])
def count_nonzero(x, out, zero):
    out[blockIdx.x] = of_chunk(uint64(x.size), lambda i: int64(x[i] != 0 and x[i] != zero), added, int64(0))


@kernel("void(int64[::1], uint8[::1], int64)")
def sum_reaches(counts, out, least):
    out[0] = of_chunk(uint64(counts.size), lambda i: counts[i], added, int64(0)) >= least


@kernel([f"void({x}[::1], {x}[::1], UniTuple({x}, 6), {x}, boolean, boolean)" for x in ("uint8", "uint16", "uint32", "uint64")])
def reduce_greatest(x, out, order, shift, first, last):
    if first:
        best = of_chunk(uint64(x.size), lambda i: rank_of(x[i], order, shift), larger, shift * 0)
    else:
        best = of_chunk(uint64(x.size), lambda i: x[i], larger, shift * 0)
    out[blockIdx.x] = bits_of_rank(best, order, shift) if last else best


@kernel([f"void({x}[::1], int64[::1], {x}[::1], int64[::1], UniTuple({x}, 6), {x}, boolean)"
         for x in ("uint8", "uint16", "uint32", "uint64")])
def reduce_place(x, x_places, ranks, places, order, shift, first):
    begin, end = even_bounds(uint64(x.size))
    best = shift * 0
    at = int64(x.size)
    for i in range(begin, end):
        rank = rank_of(x[i], order, shift) if first else x[i]
        place = int64(i) if first else x_places[i]
        if rank > best or (rank == best and place < at):
            best = rank
            at = place
    ranks[blockIdx.x] = best
    places[blockIdx.x] = at
