# Arrays stored to arrays of the same memory: the result is that of a copied right side.
from numba import cuda
import numpy as np
import operator


@cuda.jit
def forwards(a):
    a[1:] = a[:-1]


@cuda.jit
def backwards(a):
    a[:-1] = a[1:]


@cuda.jit
def forwards_added(a):
    a[1:] += a[:-1]


@cuda.jit
def backwards_scaled(a):
    a[:-2] *= a[2:]


@cuda.jit
def reversed_copy(a):
    a[:] = a[::-1]


@cuda.jit
def reversed_added(a):
    a += a[::-1]


@cuda.jit
def reversed_called(a):
    operator.isub(a, a[::-1])


@cuda.jit
def doubled_step(a):
    a[::2] = a[: (a.size + 1) // 2]


@cuda.jit
def halved_step(a):
    a[: (a.size + 1) // 2] = a[::2]


@cuda.jit
def negative_steps(a):
    a[:2:-1] = a[-2:1:-1]


@cuda.jit
def known_ends(a):
    a[2:7] = a[0:5]
    a[1:4] += a[3:6]


@cuda.jit
def stretched(a):
    a[0:4] += a[2:3]
    a[1:] = a[3:4]


@cuda.jit
def rows_down(m):
    m[1:] = m[:-1]


@cuda.jit
def rows_and_columns(m):
    m[1:, :-1] = m[:-1, 1:]


@cuda.jit
def rows_turned(m):
    m[:-1] = m[1:, ::-1]


@cuda.jit
def transposed(m):
    m[:, :] = m.T


@cuda.jit
def transposed_added(m):
    m += m.T


@cuda.jit
def one_row_for_all(m):
    m[:] = m[1, ::-1]


@cuda.jit
def column_for_row(m):
    m[0] = m[:, 1]


@cuda.jit
def column_for_rows(m):
    m[:, :] = m[:, 2]


@cuda.jit
def row_added_to_all(m):
    m += m[1]


@cuda.jit
def turned_row_added(m):
    m -= m[1, ::-1]


@cuda.jit
def column_added_to_rows(m):
    m += m[:, 1]


@cuda.jit
def column_divides(m):
    m -= m[:, 1:2]


@cuda.jit
def steps_added_to_rows(m):
    flat = m.reshape(m.size)
    m += flat[: 2 * m.shape[1] : 2]


@cuda.jit
def wide_and_narrow(m):
    flat = m.reshape(m.size)
    n, k = m.shape
    flat.reshape((k, n))[:, :] = m.T


@cuda.jit
def cube(c):
    c[1:, :, ::-1] = c[:-1, ::-1, :]
    c[:, 1:] += c[:, :-1]


@cuda.jit
def parts(z):
    z.real[:] = z.imag[::-1]


@cuda.jit
def fields(r):
    r["x"][:] = r["y"][::-1]
    r[1:] = r[:-1]
    r[:] = r[::-1]


@cuda.jit
def times(t):
    t[1:] = t[:-1]
    t[:] = t[::-1]


@cuda.jit
def texts(s):
    s[:] = s[::-1]


@cuda.jit(device=True)
def move(dst, src):
    dst[:] = src


@cuda.jit(device=True)
def add(dst, src):
    dst += src


@cuda.jit
def through_functions(a, b):
    move(a[2:], a[:-2])
    move(a[1:-1], b[2:])
    add(a[:-1], a[1:])
    add(a[1:], b[:-1])
    move(b[:], b[::-1])


@cuda.jit
def two_names(a, b):
    a[1:] = b[:-1]
    b[:] += a[::-1]


@cuda.jit
def in_local_memory(out):
    w = cuda.local.array(6, np.float32)
    for i in range(6):
        w[i] = i + 1
    w[1:] = w[:-1]
    w[:-1] += w[1:]
    move(w[:], w[::-1])
    out[:6] = w
    s = cuda.shared.array((3, 4), np.int32)
    for i in range(12):
        s[i // 4, i % 4] = i
    s[1:, 1:] = s[:-1, :-1]
    add(s[:, ::-1], s)
    for i in range(12):
        out[6 + i] = s[i // 4, i % 4]


@cuda.jit
def slice_of_slice(a, d0, d1, ds, s0, s1, ss):
    a[d0:d1:ds] = a[s0:s1:ss]


@cuda.jit
def slice_and_slice(a, d0, d1, ds, s0, s1, ss):
    a[d0:d1:ds] -= a[s0:s1:ss]


@cuda.jit
def unit_slices(a, d0, d1, s0, s1):
    a[d0:d1] = a[s0:s1]


@cuda.jit
def unit_slices_added(a, d0, d1, s0, s1):
    a[d0:d1] += a[s0:s1]


@cuda.jit
def blocks(m, d, s):
    m[d[0] : d[1] : d[2], d[3] : d[4] : d[5]] = m[s[0] : s[1] : s[2], s[3] : s[4] : s[5]]


@cuda.jit
def blocks_added(m, d, s):
    m[d[0] : d[1] : d[2], d[3] : d[4] : d[5]] += m[s[0] : s[1] : s[2], s[3] : s[4] : s[5]]


@cuda.jit
def blocks_turned(m, d, s):
    m[d[0] : d[1] : d[2], d[3] : d[4] : d[5]] = m[s[0] : s[1] : s[2], s[3] : s[4] : s[5]].T


@cuda.jit
def of_no_dimensions(a):
    v = a[2:5]
    v += a[3, ...]
    a[:2] = a[5, ...]
    operator.imul(v, v[0, ...])
