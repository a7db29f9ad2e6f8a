"""Matrix product, one thread an element of the result, straight from global memory."""

import sys

import numpy as np
from numba import cuda


@cuda.jit
def matmul_naive(a, b, c):
    i, j = cuda.grid(2)
    if i < c.shape[0] and j < c.shape[1]:
        total = np.float32(0.0)
        for k in range(a.shape[1]):
            total += a[i, k] * b[k, j]
        c[i, j] = total


def main(n):
    rng = np.random.default_rng(1)
    a = rng.random((n, n), dtype=np.float32)
    b = rng.random((n, n), dtype=np.float32)
    c = np.zeros((n, n), dtype=np.float32)

    threads = (16, 16)
    blocks = ((n + 15) // 16, (n + 15) // 16)
    matmul_naive[blocks, threads](a, b, c)

    np.testing.assert_allclose(c, a @ b, rtol=1e-4)
    print(f"PASS: {n} x {n}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 512)
