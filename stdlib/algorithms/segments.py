# Segments of an array to one number each: segment s is elements offsets[s] to offsets[s + 1] - 1. `width` threads work on one: 1, a warp
# or a block of 256.
from kernelc import *
from groups import added, block_reduce, larger, warp_reduce
from keys import bits_of_rank, rank_of

THREADS = 256
ITEMS = 4

# Sums of segments.
SEGMENTS = (("int8", "int64", "int64"), ("int16", "int64", "int64"), ("int32", "int64", "int64"), ("int64", "int64", "int64"),
            ("uint8", "uint64", "uint64"), ("uint16", "uint64", "uint64"), ("uint32", "uint64", "uint64"),
            ("uint64", "uint64", "uint64"), ("float16", "float16", "float32"), ("bfloat16", "bfloat16", "float32"),
            ("float32", "float32", "float32"), ("float64", "float64", "float64"))


def reduce_segment(offsets, width, value_at, combine, start, store):
    segment = grid(1) // width
    is_there = segment + 1 < offsets.size
    i = uint64(0)
    last = uint64(0)
    if is_there:
        i = uint64(offsets[segment]) + uint64(threadIdx.x % width)
        last = uint64(offsets[segment + 1])
    step = uint64(width)
    total = start
    while i + (ITEMS - 1) * step < last:
        part = value_at(i)
        for k in range(1, ITEMS):
            part = combine(part, value_at(i + uint64(k) * step))
        total = combine(total, part)
        i += ITEMS * step
    while i < last:
        total = combine(total, value_at(i))
        i += step
    if width == 32:
        total = warp_reduce(total, combine)
    if width == THREADS:
        total = block_reduce(total, combine)
    if is_there and threadIdx.x % width == 0:
        store(segment, total)


@kernel([f"void({x}[::1], int64[::1], {out}[::1], {kind}, int32)" for x, out, kind in SEGMENTS])
def segmented_sum(x, offsets, out, zero, width):
    def store(segment, total):
        out[segment] = total

    reduce_segment(offsets, width, lambda i: type(zero)(x[i]), added, zero, store)


@kernel([f"void({x}[::1], int64[::1], {x}[::1], UniTuple({x}, 6), {x}, int32)" for x in ("uint8", "uint16", "uint32", "uint64")])
def segmented_greatest(x, offsets, out, order, shift, width):
    def store(segment, rank):
        out[segment] = bits_of_rank(rank, order, shift)

    reduce_segment(offsets, width, lambda i: rank_of(x[i], order, shift), larger, shift * 0, store)
