# Elements that are moved as they are, on any device.
from kernelc import *


@kernel(["void(uint32[::1])", "void(uint64[::1])"])
def fill_places(places):
    i = grid(1)
    if i < places.size:
        places[i] = i


@kernel([f"void({value}[::1], {place}[::1], {value}[::1])" for value in ("uint8", "uint16", "uint32", "uint64", "complex128")
         for place in ("uint32", "uint64")])
def gather(values, places, out):
    i = grid(1)
    if i < places.size:
        out[i] = values[places[i]]


# From where runs of equal elements begin, to how many each has; `n` elements are all, `count` has how many runs there are.
@kernel("void(int64[::1], int64[::1], int64, int64[::1])")
def run_lengths(begins, count, n, lengths):
    runs = count[0]
    for i in range(grid(1), runs, gridsize(1)):
        end = begins[i + 1] if i + 1 < runs else n
        lengths[i] = end - begins[i]
