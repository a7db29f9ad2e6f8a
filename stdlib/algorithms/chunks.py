# Chunks of neighbouring elements, for kernels of the CPU device: each belongs to a block of one thread.
from kernelc import *

# Numbers that are computed side by side.
LANES = 32


# Elements first to last - 1 combined, in an order that vectors can take.
@device
def total_of(first, last, value_at, combine, start):
    parts = local.array(LANES, type(start))
    for k in range(LANES):
        parts[k] = start
    i = first
    while i + LANES <= last:
        for k in range(LANES):
            parts[k] = combine(parts[k], value_at(i + uint64(k)))
        i += LANES
    total = start
    while i < last:
        total = combine(total, value_at(i))
        i += 1
    for k in range(LANES):
        total = combine(total, parts[k])
    return total


# The chunk of a block: `chunk` elements each.
@device
def bounds(n, chunk):
    first = uint64(blockIdx.x) * chunk
    return first, min(first + chunk, n)


# The same where the blocks share n elements evenly.
@device
def even_bounds(n):
    return bounds(n, (n + uint64(gridDim.x) - 1) // uint64(gridDim.x))
