# Counts of elements in intervals of equal width. Blocks count in shared memory where it has room for all intervals.
from kernelc import *

THREADS = 256
ITEMS = 8

SINGLE = ("int8", "int16", "uint8", "uint16", "float16", "bfloat16", "float32")
DOUBLE = ("int32", "int64", "uint32", "uint64", "float64")


# `scale` is intervals by unit. The last interval has its upper end `high`.
@kernel([f"void({x}[::1], uint64[::1], float32, float32, float32, boolean)" for x in SINGLE] +
        [f"void({x}[::1], uint64[::1], float64, float64, float64, boolean)" for x in DOUBLE])
def histogram(x, counts, low, high, scale, in_shared):
    tallies = shared.array(0, uint32)
    bins = int32(counts.size)
    if in_shared:
        for b in range(threadIdx.x, bins, THREADS):
            tallies[b] = 0
    syncthreads()
    n = uint64(x.size)
    i = uint64(blockIdx.x) * (THREADS * ITEMS) + uint64(threadIdx.x)
    while i < n:
        for k in range(ITEMS):
            if i + uint64(k * THREADS) < n:
                value = type(low)(x[i + uint64(k * THREADS)])
                if value >= low and value <= high:
                    b = min(int32((value - low) * scale), bins - 1)
                    if in_shared:
                        atomic.add(tallies, b, uint32(1))
                    else:
                        atomic.add(counts, b, uint64(1))
        i += uint64(gridDim.x) * (THREADS * ITEMS)
    syncthreads()
    if in_shared:
        for b in range(threadIdx.x, bins, THREADS):
            if tallies[b] != 0:
                atomic.add(counts, b, uint64(tallies[b]))
