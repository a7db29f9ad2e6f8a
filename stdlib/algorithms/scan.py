# Running sums, products, minima and maxima on a GPU, in one pass.
from kernelc import *
from groups import added, larger
from keys import bits_of_rank, rank_of
from kinds import multiplied
from look_back import get32, get64, put32, put64
from quads import has_quads, load_quad, store_quads
from scan_tile import THREADS, scan_quads

# Elements, results, and what is computed in. Signed numbers that keep their type come as unsigned ones, which wrap.
SCANS32 = (("uint8", "uint8", "uint32"), ("uint16", "uint16", "uint32"), ("uint32", "uint32", "uint32"),
           ("float16", "float16", "float32"), ("bfloat16", "bfloat16", "float32"), ("float32", "float32", "float32"))
SCANS64 = (("int8", "int64", "int64"), ("int16", "int64", "int64"), ("int32", "int64", "int64"), ("uint8", "uint64", "uint64"),
           ("uint16", "uint64", "uint64"), ("uint32", "uint64", "uint64"), ("uint64", "uint64", "uint64"),
           ("float64", "float64", "float64"))


# value(x[i]) is what is scanned, result() of it what is stored.
@device
def scan_elements(x, out, value, result, states, combine, start, initial, exclusive, put, get):
    def load_four(q):
        a, b, c, d = load_quad(x, q)
        return value(a), value(b), value(c), value(d)

    def store(i, scanned):
        out[i] = result(scanned)

    def store_four(q, a, b, c, d):
        store_quads(out, q, result(a), result(b), result(c), result(d))

    scan_quads(uint64(x.size), lambda i: value(x[i]), store, has_quads(x) and has_quads(out), load_four, store_four, states, combine,
               start, initial, exclusive, put, get)


@device
def scan_numbers(x, out, states, combine, start, initial, exclusive, put, get):
    T = out.dtype.type
    scan_elements(x, out, lambda a: type(start)(a), lambda a: T(a), states, combine, start, initial, exclusive, put, get)


def signatures(kinds):
    return [f"void({x}[::1], {out}[::1], uint64[::1], {kind}, {kind}, boolean)" for x, out, kind in kinds]


@kernel(signatures(SCANS32), launch_bounds=(THREADS, 4))
def scan_sum32(x, out, states, start, initial, exclusive):
    scan_numbers(x, out, states, added, start, initial, exclusive, put32, get32)


@kernel(signatures(SCANS64), launch_bounds=(THREADS, 4))
def scan_sum64(x, out, states, start, initial, exclusive):
    scan_numbers(x, out, states, added, start, initial, exclusive, put64, get64)


@kernel(signatures(SCANS32), launch_bounds=(THREADS, 4))
def scan_product32(x, out, states, start, initial, exclusive):
    scan_numbers(x, out, states, multiplied, start, initial, exclusive, put32, get32)


@kernel(signatures(SCANS64), launch_bounds=(THREADS, 4))
def scan_product64(x, out, states, start, initial, exclusive):
    scan_numbers(x, out, states, multiplied, start, initial, exclusive, put64, get64)


# The largest element so far by `order`: see rank_of().
@device
def scan_ranks(x, out, states, order, shift, start, put, get):
    scan_elements(x, out, lambda bits: type(start)(rank_of(bits, order, shift)),
                  lambda rank: bits_of_rank(type(shift)(rank), order, shift), states, larger, start, start, False, put, get)


@kernel(["void(uint8[::1], uint8[::1], uint64[::1], UniTuple(uint8, 6), uint8)",
         "void(uint16[::1], uint16[::1], uint64[::1], UniTuple(uint16, 6), uint16)",
         "void(uint32[::1], uint32[::1], uint64[::1], UniTuple(uint32, 6), uint32)"], launch_bounds=(THREADS, 4))
def scan_greatest32(x, out, states, order, shift):
    scan_ranks(x, out, states, order, shift, uint32(0), put32, get32)


@kernel("void(uint64[::1], uint64[::1], uint64[::1], UniTuple(uint64, 6), uint64)", launch_bounds=(THREADS, 4))
def scan_greatest64(x, out, states, order, shift):
    scan_ranks(x, out, states, order, shift, uint64(0), put64, get64)
