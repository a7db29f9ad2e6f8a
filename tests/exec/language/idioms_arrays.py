"""Arrays, rows, slices and places as real kernels use them: one kernel an idiom. Expectations: tests/oracle/exec_idioms.py."""

import numba as nb
import numba.cuda as c
from numba import cuda, float32, float64

TPB = 16


# --- Whole arrays, rows and slices ---


@cuda.jit
def fill_shared_and_local(out):
    S = cuda.shared.array((TPB, 2), dtype=float32)
    L = cuda.local.array(6, dtype=float64)
    t = cuda.threadIdx.x
    S[:] = 7
    L[:] = 0
    L[1:4] = 2.5
    cuda.syncthreads()
    S[t, :] = t
    cuda.syncthreads()
    for v in L:
        out[t] += v
    out[t] += S[TPB - 1 - t, 1]


@cuda.jit
def unpack_row(m, out):
    i = cuda.grid(1)
    if i < m.shape[0]:
        a, b = m[i]
        out[i] = a * 10 + b


@cuda.jit
def unpack_slice(n, out):
    i = cuda.grid(1)
    if i < out.shape[0]:
        x, y, z = n[i, 3:6]
        out[i, 0] = x + 10 * y + 100 * z
        out[i, 1:4] = z, y, x
        u, v = n[i, :2]
        out[i, 4:6] = (u - v, 0.5)


@cuda.jit
def swap_elements(a):
    i = cuda.grid(1)
    if i < a.size // 2:
        a[i], a[-i - 1] = a[-i - 1], a[i]


@cuda.jit
def copy_row(a, out):
    i = cuda.grid(1)
    if i < out.shape[0]:
        out[i] = a[i]
        out[i, 1:] = a[i, :-1]


@cuda.jit
def chained_indices(a, out):
    i, j = cuda.grid(2)
    if i < out.shape[0] and j < out.shape[1]:
        out[i][j] = a[i][j][0] + a[i, j][1]
        out[i][j] += a[-1][-1][1]


# --- Places held in locals ---


@cuda.jit
def places_in_locals(out):
    bid = cuda.blockIdx
    tid = cuda.threadIdx
    dim, grid = cuda.blockDim, cuda.gridDim
    x = tid.x + bid.x * dim.x
    y = tid.y + bid.y * dim.y
    if x < out.shape[0] and y < out.shape[1]:
        out[x, y] = x * 1000 + y * 10 + grid.y


@cuda.jit(device=True)
def flat_place(tid, bid, dim):
    return tid.x + bid.x * dim.x


@cuda.jit
def places_passed_on(out):
    out[flat_place(cuda.threadIdx, cuda.blockIdx, cuda.blockDim)] = flat_place(cuda.blockDim, cuda.blockIdx, cuda.gridDim)


@cuda.jit
def alias_of_module(out):
    i = c.grid(1)
    s = c.shared.array(TPB, nb.int64)
    s[i] = i
    c.syncthreads()
    out[i] = s[TPB - 1 - i] + nb.int32(2.5) + nb.types.float64(0.5)


@cuda.jit
def min_max_of_tuples(a, b, out):
    i = cuda.grid(1)
    if i < out.shape[0]:
        out[i, 0] = min((a[i], b[i]))
        out[i, 1] = max((a[i], b[i], 2))
        out[i, 2] = min(a[i], b[i], a[i] + b[i], 3.5)
        out[i, 3] = max(min(a[i], 4), 0)


# --- Arrays chosen and passed ---


@cuda.jit
def array_chosen_by_branch(a, b, out):
    i = cuda.grid(1)
    if i < out.size:
        if i % 3 == 0:
            src = a
        elif i % 3 == 1:
            src = b[:, 0]
        else:
            src = a[::-1]
        out[i] = src[i]
        dst = out if i < 5 else a
        dst[i] += 1


@cuda.jit
def ping_pong(a, b, rounds):
    t = cuda.threadIdx.x
    src = a
    dst = b
    for _ in range(rounds):
        dst[t] = src[t] + src[(t + 1) % a.size]
        cuda.syncthreads()
        src, dst = dst, src


@cuda.jit(device=True)
def total(row):
    s = 0
    for v in row:
        s += v
    return s


@cuda.jit(device=True)
def scale_in_place(x, factor):
    for j in range(x.shape[0]):
        x[j] *= factor


@cuda.jit
def views_to_device_functions(a, out):
    i = cuda.grid(1)
    if i < out.shape[0]:
        mine = cuda.local.array(4, float64)
        mine[:] = i
        scale_in_place(mine[1:3], 10)
        scale_in_place(out[i, ::2], 3)
        out[i, 0] += total(a[i])
        out[i, 1] += total(a[i, 1:])
        out[i, 2] += total(a[:, i % a.shape[1]])
        out[i, 3] += total(mine)


@cuda.jit(device=True)
def eleven(x):
    return x, x + 1, x * 2, x * 0.5, x > 2, -x, x // 2, x % 2, 9, x - 1.5, x * x


@cuda.jit
def eleven_results(a, out):
    i = cuda.grid(1)
    if i < out.shape[0]:
        p, q, r, s, t, u, v, w, x, y, z = eleven(a[i])
        out[i] = p + 2 * q + 3 * r + 4 * s + 5 * t + 6 * u + 7 * v + 8 * w + 9 * x + 10 * y + 11 * z
