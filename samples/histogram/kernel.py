"""Counts bytes by value: a block counts into shared memory and adds its 256 counts to the result at its end."""

import sys

import numpy as np
from numba import cuda, int32

BINS = 256


@cuda.jit
def histogram(data, bins):
    counts = cuda.shared.array(BINS, dtype=int32)
    for b in range(cuda.threadIdx.x, BINS, cuda.blockDim.x):
        counts[b] = 0
    cuda.syncthreads()

    for i in range(cuda.grid(1), data.size, cuda.gridsize(1)):
        cuda.atomic.add(counts, data[i], 1)
    cuda.syncthreads()

    for b in range(cuda.threadIdx.x, BINS, cuda.blockDim.x):
        cuda.atomic.add(bins, b, counts[b])


def main(n):
    data = np.random.default_rng(1).integers(0, BINS, n, dtype=np.uint8)
    bins = np.zeros(BINS, dtype=np.int32)
    histogram[4, 256](data, bins)

    np.testing.assert_array_equal(bins, np.bincount(data, minlength=BINS))
    print(f"PASS: {n} bytes")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000)
