from numba import cuda, float32

N = 16


@cuda.jit
def lu_block(matrices):
    m = cuda.shared.array((N, N), dtype=float32)
    x = cuda.threadIdx.x
    y = cuda.threadIdx.y
    b = cuda.blockIdx.x
    m[y, x] = matrices[b, y, x]
    cuda.syncthreads()
    for k in range(N - 1):
        if y > k and x == k:
            m[y, k] /= m[k, k]
        cuda.syncthreads()
        if y > k and x > k:
            m[y, x] -= m[y, k] * m[k, x]
        cuda.syncthreads()
    matrices[b, y, x] = m[y, x]
