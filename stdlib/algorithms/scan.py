# Running sums, products, minima and maxima on a GPU, in one pass.
from kernelc import *
from groups import added, larger
from keys import bits_of_rank, rank_of
from kinds import multiplied
from look_back import get32, get64, put32, put64
from scan_tile import scan_tile

# Elements, results, and what is computed in. Signed numbers that keep their type come as unsigned ones, which wrap.
SCANS32 = (("uint8", "uint8", "uint32"), ("uint16", "uint16", "uint32"), ("uint32", "uint32", "uint32"),
           ("float16", "float16", "float32"), ("bfloat16", "bfloat16", "float32"), ("float32", "float32", "float32"))
SCANS64 = (("int8", "int64", "int64"), ("int16", "int64", "int64"), ("int32", "int64", "int64"), ("uint8", "uint64", "uint64"),
           ("uint16", "uint64", "uint64"), ("uint32", "uint64", "uint64"), ("uint64", "uint64", "uint64"),
           ("float64", "float64", "float64"))


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
