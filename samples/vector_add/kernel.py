"""Adds two vectors, one thread an element."""

import sys

import numpy as np
from numba import cuda


@cuda.jit
def vector_add(a, b, c):
    idx = cuda.grid(1)
    if idx < c.size:
        c[idx] = a[idx] + b[idx]


def main(n):
    rng = np.random.default_rng(1)
    a = rng.random(n, dtype=np.float32)
    b = rng.random(n, dtype=np.float32)
    c = np.zeros_like(a)

    threads = 256
    blocks = (n + threads - 1) // threads
    vector_add[blocks, threads](a, b, c)

    np.testing.assert_array_equal(c, a + b)
    print(f"PASS: {n} elements")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000)
