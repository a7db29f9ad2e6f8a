import math

from numba import cuda, float32


@cuda.jit
def cholesky4(matrices, factors):
    i = cuda.grid(1)
    if i < matrices.shape[0]:
        m = cuda.local.array((4, 4), dtype=float32)
        for r in range(4):
            for c in range(4):
                m[r, c] = matrices[i, r, c]
        for k in range(4):
            m[k, k] = math.sqrt(m[k, k])
            for r in range(k + 1, 4):
                m[r, k] /= m[k, k]
            for c in range(k + 1, 4):
                for r in range(c, 4):
                    m[r, c] -= m[r, k] * m[c, k]
        for r in range(4):
            for c in range(4):
                factors[i, r, c] = m[r, c] if c <= r else 0
