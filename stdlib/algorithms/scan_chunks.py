# Running sums and the like on the CPU device: each core takes chunks of neighbouring elements, first for their totals, then for the
# results. Blocks of one thread, a chunk each.
from kernelc import *
from chunks import bounds, total_of
from groups import added, larger
from keys import bits_of_rank, rank_of
from kinds import multiplied

# Elements, results, and what is computed in. Signed numbers that keep their type come as unsigned ones, which wrap.
SCANS32 = (("uint8", "uint8", "uint32"), ("uint16", "uint16", "uint32"), ("uint32", "uint32", "uint32"),
           ("float16", "float16", "float32"), ("bfloat16", "bfloat16", "float32"), ("float32", "float32", "float32"))
SCANS64 = (("int8", "int64", "int64"), ("int16", "int64", "int64"), ("int32", "int64", "int64"), ("uint8", "uint64", "uint64"),
           ("uint16", "uint64", "uint64"), ("uint32", "uint64", "uint64"), ("uint64", "uint64", "uint64"),
           ("float64", "float64", "float64"))


def put_total(x, totals, chunk, value_at, combine, start):
    first, last = bounds(uint64(x.size), chunk)
    totals[blockIdx.x] = total_of(first, last, value_at, combine, start)


def scan_chunk(x, totals, chunk, value_at, store, combine, initial, exclusive):
    first, last = bounds(uint64(x.size), chunk)
    running = initial
    for c in range(blockIdx.x):
        running = combine(running, totals[c])
    # Four at a time: the next ones wait for one addition instead of four.
    i = first
    while i + 4 <= last:
        v0 = value_at(i)
        v2 = value_at(i + 2)
        two = combine(v0, value_at(i + 1))
        three = combine(two, v2)
        four = combine(two, combine(v2, value_at(i + 3)))
        next = combine(running, four)
        if exclusive:
            store(i, running)
            store(i + 1, combine(running, v0))
            store(i + 2, combine(running, two))
            store(i + 3, combine(running, three))
        else:
            store(i, combine(running, v0))
            store(i + 1, combine(running, two))
            store(i + 2, combine(running, three))
            store(i + 3, next)
        running = next
        i += 4
    while i < last:
        before = running
        running = combine(running, value_at(i))
        store(i, before if exclusive else running)
        i += 1


def totals_of(kinds):
    return [f"void({x}[::1], {kind}[::1], uint64, {kind})" for x, out, kind in kinds]


def chunks_of(kinds):
    return [f"void({x}[::1], {out}[::1], {kind}[::1], uint64, {kind}, boolean)" for x, out, kind in kinds]


@kernel(totals_of(SCANS32 + SCANS64))
def chunk_sums(x, totals, chunk, start):
    put_total(x, totals, chunk, lambda i: type(start)(x[i]), added, start)


@kernel(totals_of(SCANS32 + SCANS64))
def chunk_products(x, totals, chunk, start):
    put_total(x, totals, chunk, lambda i: type(start)(x[i]), multiplied, start)


def scan_numbers(x, out, totals, chunk, combine, initial, exclusive):
    def store(i, value):
        out[i] = value

    scan_chunk(x, totals, chunk, lambda i: type(initial)(x[i]), store, combine, initial, exclusive)


@kernel(chunks_of(SCANS32 + SCANS64))
def scan_sum_chunks(x, out, totals, chunk, initial, exclusive):
    scan_numbers(x, out, totals, chunk, added, initial, exclusive)


@kernel(chunks_of(SCANS32 + SCANS64))
def scan_product_chunks(x, out, totals, chunk, initial, exclusive):
    scan_numbers(x, out, totals, chunk, multiplied, initial, exclusive)


RANKED = ("uint8", "uint16", "uint32", "uint64")


@kernel([f"void({x}[::1], {x}[::1], uint64, UniTuple({x}, 6), {x})" for x in RANKED])
def chunk_greatest(x, totals, chunk, order, shift):
    put_total(x, totals, chunk, lambda i: rank_of(x[i], order, shift), larger, shift * 0)


@kernel([f"void({x}[::1], {x}[::1], {x}[::1], uint64, UniTuple({x}, 6), {x})" for x in RANKED])
def scan_greatest_chunks(x, out, totals, chunk, order, shift):
    def store(i, rank):
        out[i] = bits_of_rank(rank, order, shift)

    scan_chunk(x, totals, chunk, lambda i: rank_of(x[i], order, shift), store, larger, shift * 0, False)
