"""Sparse matrix in compressed rows (CSR) times a vector, one row a thread."""

import sys

import numpy as np
from numba import cuda


@cuda.jit
def spmv(indptr, indices, values, x, y):
    row = cuda.grid(1)
    if row < y.size:
        total = np.float32(0.0)
        for k in range(indptr[row], indptr[row + 1]):
            total += values[k] * x[indices[k]]
        y[row] = total


def main(rows):
    rng = np.random.default_rng(1)
    counts = rng.integers(0, 17, rows)
    indptr = np.zeros(rows + 1, dtype=np.int32)
    indptr[1:] = np.cumsum(counts)
    nonzeros = int(indptr[-1])
    indices = rng.integers(0, rows, nonzeros, dtype=np.int32)
    values = rng.random(nonzeros, dtype=np.float32)
    x = rng.random(rows, dtype=np.float32)
    y = np.zeros(rows, dtype=np.float32)

    threads = 256
    blocks = (rows + threads - 1) // threads
    spmv[blocks, threads](indptr, indices, values, x, y)

    products = np.concatenate(([0.0], np.cumsum(values.astype(np.float64) * x[indices])))
    np.testing.assert_allclose(y, products[indptr[1:]] - products[indptr[:-1]], rtol=1e-4, atol=1e-6)
    print(f"PASS: {rows} rows, {nonzeros} nonzeros")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 100_000)
