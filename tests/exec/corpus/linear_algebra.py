"""Dense and sparse matrices."""
import math

import numpy as np
from numba import cuda, float32, float64, complex64

TPB = 8
N = 6


@cuda.jit
def matmul(A, B, C):
    """Tiles of both factors in shared memory; sizes are no multiples of the tile."""
    sA = cuda.shared.array(shape=(TPB, TPB), dtype=float32)
    sB = cuda.shared.array(shape=(TPB, TPB), dtype=float32)
    x, y = cuda.grid(2)
    tx = cuda.threadIdx.x
    ty = cuda.threadIdx.y
    tmp = float32(0.)
    for i in range(math.ceil(A.shape[1] / TPB)):
        sA[tx, ty] = 0
        sB[tx, ty] = 0
        if x < A.shape[0] and ty + i * TPB < A.shape[1]:
            sA[tx, ty] = A[x, ty + i * TPB]
        if y < B.shape[1] and tx + i * TPB < B.shape[0]:
            sB[tx, ty] = B[tx + i * TPB, y]
        cuda.syncthreads()
        for j in range(TPB):
            tmp += sA[tx, j] * sB[j, ty]
        cuda.syncthreads()
    if x < C.shape[0] and y < C.shape[1]:
        C[x, y] = tmp


@cuda.jit
def matvec(a, v, out):
    """A block a row, a tree in dynamic shared memory."""
    partial = cuda.shared.array(0, dtype=float64)
    t = cuda.threadIdx.x
    row = a[cuda.blockIdx.x]
    s = 0
    for k in range(t, row.size, cuda.blockDim.x):
        s += row[k] * v[k]
    partial[t] = s
    cuda.syncthreads()
    half = cuda.blockDim.x // 2
    while half:
        if t < half:
            partial[t] += partial[t + half]
        cuda.syncthreads()
        half //= 2
    if t == 0:
        out[cuda.blockIdx.x] = partial[0]


@cuda.jit(device=True, inline=True)
def minor(m, r0, r1, c0, c1):
    return m[r0, c0] * m[r1, c1] - m[r0, c1] * m[r1, c0]


@cuda.jit
def inverse3(matrices, out, singular):
    i = cuda.grid(1)
    if i >= matrices.shape[0]:
        return
    m = matrices[i, :, :]
    det = 0.
    for c in range(3):
        det += m[0, c] * minor(m, 1, 2, (c + 1) % 3, (c + 2) % 3)
    if abs(det) < 1e-9:
        cuda.atomic.add(singular, 0, 1)
        out[i, :, :] = 0
        return
    for r in range(3):
        for c in range(3):
            out[i, c, r] = minor(m, (r + 1) % 3, (r + 2) % 3, (c + 1) % 3, (c + 2) % 3) / det


@cuda.jit
def cholesky(matrices, factors):
    """A block factors one matrix, a thread a row."""
    work = cuda.shared.array((N, N), float64)
    i = cuda.threadIdx.x
    b = cuda.blockIdx.x
    for j in range(N):
        work[i, j] = matrices[b, i, j]
    cuda.syncthreads()
    for k in range(N):
        if i == k:
            work[k, k] = math.sqrt(work[k, k])
        cuda.syncthreads()
        if i > k:
            work[i, k] /= work[k, k]
        cuda.syncthreads()
        if i > k:
            for j in range(k + 1, i + 1):
                work[i, j] -= work[i, k] * work[j, k]
        cuda.syncthreads()
    for j in range(N):
        factors[b, i, j] = work[i, j] if j <= i else 0.0


@cuda.jit
def complex_axpy(alpha, x, y, norm):
    i = cuda.grid(1)
    if i < x.size:
        z = alpha * x[i] + y[i]
        y[i] = z
        cuda.atomic.add(norm, 0, z.real ** 2 + z.imag ** 2)


@cuda.jit
def solve_triangular(lower, rhs, out):
    """Forward substitution, a thread a right-hand side; `rhs` may be in any order."""
    c = cuda.grid(1)
    if c < rhs.shape[1]:
        for i in range(rhs.shape[0]):
            s = rhs[i, c]
            for j in range(i):
                s -= lower[i, j] * out[j, c]
            out[i, c] = s / lower[i, i]


@cuda.jit
def jacobi_sweep(a, b, x, x_new, change):
    i = cuda.grid(1)
    if i < x.shape[0]:
        sigma = 0.0
        for j in range(x.shape[0]):
            if j != i:
                sigma += a[i, j] * x[j]
        v = (b[i] - sigma) / a[i, i]
        cuda.atomic.max(change, 0, abs(v - x[i]))
        x_new[i] = v


@cuda.jit
def spmv_ell(columns, values, x, y):
    """ELLPACK: a negative column ends the row."""
    row = cuda.blockIdx.x * cuda.blockDim.x + cuda.threadIdx.x
    if row < y.shape[0]:
        acc = np.float32(0)
        for k in range(columns.shape[1]):
            col = columns[row, k]
            if col < 0:
                break
            acc += values[row, k] * x[col]
        y[row] = acc


@cuda.jit
def rotate_rows(m, p, q, angle):
    """A Givens rotation of two rows in place."""
    j = cuda.grid(1)
    if j < m.shape[1]:
        c, s = math.cos(angle), math.sin(angle)
        m[p, j], m[q, j] = c * m[p, j] - s * m[q, j], s * m[p, j] + c * m[q, j]


@cuda.jit
def hermitian_gram(v, out):
    i, j = cuda.grid(2)
    if i < v.shape[0] and j <= i:
        acc = complex64(0)
        for k in range(v.shape[1]):
            acc += v[i, k].conjugate() * v[j, k]
        out[i, j] = acc
        out[j, i] = acc.conjugate()
