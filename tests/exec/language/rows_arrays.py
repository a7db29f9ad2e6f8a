"""Arrays, records, tuples, and what is easily got wrong."""

import math
from collections import namedtuple

import numba as nb
import numba.cuda as c
import numpy as np
from numba import boolean, cuda, float32, float64, int32, types

TPB = 4
SHAPE = (2, 3)
NPN = np.int64(5)
P = namedtuple("P", ["a", "b"])
inner = np.dtype([("u", np.int16), ("v", np.float32)], align=True)
rec = np.dtype([("x", np.float32), ("n", np.int32), ("arr", np.float64, (3,)), ("sub", inner)], align=True)


@cuda.jit
def attrs(out, a, m):
    out[0] = a.shape[0]
    out[1] = a.strides[0]
    out[2] = a.ndim
    out[3] = a.size
    out[4] = a.itemsize
    out[5] = a.nbytes
    out[6] = m.shape[1]
    out[7] = m.strides[0]
    out[8] = m.T.shape[0]
    out[9] = m.T[1, 0]
    out[10] = m.nbytes
    out[11] = m.flags.c_contiguous
    out[12] = m.T.flags.c_contiguous
    out[13] = m.flags.contiguous
    out[14] = m.T.flags.f_contiguous
    r, c = m.shape
    out[15] = r * c
    out[16] = len(m.shape)
    out[17] = a.dtype.type(3.7)
    out[18] = m.T.strides[0]
    for s in m.shape:
        out[20] += s
    out[21] = m[::2].flags.c_contiguous


@cuda.jit
def cattrs(out, z):
    out[0] = z.real[1]
    out[1] = z.imag[1]
    z.real[0] = 5
    z.imag[0] = 6
    z.real[2] += 1
    cuda.atomic.add(z.real, 1, 10)
    cuda.atomic.add(z.imag, -1, 20)
    out[2] = z[1].real
    out[3] = abs(z[0])
    w = z[0].conjugate()
    out[4] = w.imag
    out[5] = z.real.strides[0]
    v = z[1]
    out[6] = (v * 2 + 1).imag
    out[7] = v.conjugate().imag


@cuda.jit
def realreal(out, a):
    out[0] = a.real[1]
    a.real[0] = 7
    x = a[1]
    out[1] = x.real + x.imag
    out[2] = x.conjugate()


@cuda.jit
def methods(out, a, m):
    v = a.view(np.int64)
    out[0] = v[0]
    out[1] = a[1].item()
    out[2] = m.transpose()[1, 0]
    out[3] = m.reshape(6)[4]
    out[4] = m.reshape((3, 2))[2, 1]
    out[5] = m.reshape(3, 2)[1, 0]
    out[6] = m.ravel()[5]
    out[7] = m.sum()
    out[8] = m.mean()
    out[9] = m.min()
    out[10] = m.max()
    out[11] = m.std()
    out[12] = m.var()
    out[13] = m.any()
    out[14] = m.all()
    out[15] = m.argmin()
    out[16] = m.argmax()
    out[17] = m[1].sum()
    out[18] = a.prod()
    out[19] = m.T.sum()
    out[20] = a[::2].max()


@cuda.jit
def reshape_neg(out, m):
    out[0] = m.reshape(-1)[4]
    out[1] = m.reshape((3, -1))[2, 1]
    out[2] = m.reshape(-1, 2).shape[0]


@cuda.jit
def int_indices(out, a, i8, u8, i16, u16, i32, u32, i64, u64):
    out[0] = a[i8[0]]
    out[1] = a[u8[0]]
    out[2] = a[i16[0]]
    out[3] = a[u16[0]]
    out[4] = a[i32[0]]
    out[5] = a[u32[0]]
    out[6] = a[i64[0]]
    out[7] = a[u64[0]]


@cuda.jit
def partial(out, m, t):
    r = m[1]
    out[0] = r[2]
    out[1] = m[1][2]
    out[2] = t[1][0][1]
    out[3] = t[1, 0][1]
    out[4] = t[1].shape[1]
    t[0][1][1] = 50
    t[0][0] = 9
    m[0] += 1
    out[5] = m[-1][-1]
    p = (0, 1)
    out[6] = t[p][0]
    out[7] = t[p + (0,)]
    out[8] = m[1, 2]


@cuda.jit
def slicing(out, a, m, t):
    out[0] = a[2:][0]
    out[1] = a[:-1].size
    out[2] = a[::-1][0]
    out[3] = a[-3:-1][1]
    out[4] = a[10:20].size
    out[5] = a[-100:3].size
    out[6] = a[5:2].size
    out[7] = a[5:2:-1][0]
    out[8] = a[5:2:-1].size
    out[9] = m[:, 1][1]
    out[10] = m[1:, ::2][0, 1]
    out[11] = m[..., 0][1]
    out[12] = t[..., 1].shape[0]
    out[13] = t[1, ...].shape[1]
    out[14] = m[:, np.newaxis].shape[1]
    out[15] = a[None, :].shape[0]
    out[16] = a[:, None][2, 0]
    out[17] = a[::2].strides[0]
    out[18] = a[:][1]
    out[19] = m[::-1, ::-1][0, 0]
    out[20] = t[:, 0, :].shape[1]
    out[21] = m[1, :][::-1][0]
    out[22] = a[1:][1:][0]
    out[23] = m[...].shape[0]
    i = 1
    j = 3
    out[24] = a[i:j][1] + a[i + 1:].size + a[j:i:-1][0]
    out[25] = a[1::2].size
    out[26] = a[::-2][0]


@cuda.jit
def sassign(a, b, m, n):
    a[3:6] = (1, 2, 3)
    a[:2] = b[4:6]
    m[1, :] = 0.5
    m[:, 0] = 7
    n[:] = m
    n[0] = b[:3]
    n[1, 1:] = (8, 9)
    b[:] = 3
    b[::2] = a[:3]
    b[-1:] = 100
    m[0, 1:] += 2
    m[:, 2] *= 10
    m[...] += 1
    a[::-1] = b


@cuda.jit
def sassign_b(m, a):
    m[:] = a
    m[:, 1:] = 2 * 3


@cuda.jit
def arr_out(out, a, b):
    np.add(a, b, out)
    np.multiply(out, 2.0, out)
    out += a
    out[1:] -= 1
    np.sqrt(out, out)


@cuda.jit
def iterates(out, a, m):
    for v in a:
        out[0] += v
    for r in m:
        out[1] += r[0] * r[1]
        r[2] = 5
    for v in m[1]:
        out[2] += v


@cuda.jit
def shared_local(out):
    s = cuda.shared.array(shape=4, dtype=float32)
    l = cuda.local.array((2, 2), nb.float64)
    t = cuda.shared.array(SHAPE, dtype=np.int32)
    u = cuda.local.array(shape=(TPB,), dtype=np.complex64)
    v = cuda.shared.array(TPB + 2, 'int32')
    w = cuda.local.array(NPN, np.dtype('f4'))
    k = 3
    x = cuda.local.array(k, boolean)
    y = cuda.shared.array((TPB * 2, TPB // 2), dtype=out.dtype)
    z = cuda.local.array(TPB, np.uint8)
    for i in range(4):
        s[i] = i
        u[i] = 1j * i
        z[i] = 255 + i
    l[1, 1] = 5
    l[-1, 0] = 4
    t[:] = 0
    t[1, 2] = 9
    v[5] = 3
    w[4] = 2.5
    x[0] = True
    y[7, 1] = 1.5
    out[0] = s[3] + l[1, 1] + l[1, 0]
    out[1] = t[1, 2] + t[0, 0]
    out[2] = u[3].imag
    out[3] = v[-1]
    out[4] = w[-1]
    out[5] = x[0]
    out[6] = y[7, 1]
    out[7] = s.shape[0] + t.size
    out[8] = len(v)
    out[9] = z[2]
    out[10] = y.shape[0] * 10 + y.shape[1]


@cuda.jit
def sh_dyn(out, n):
    f = cuda.shared.array(0, float32)
    i = cuda.shared.array(shape=0, dtype=int32)
    st = cuda.shared.array(4, int32)
    st[0] = 77
    f[0] = 1.0
    out[0] = i[0]
    out[1] = f.size
    g = f[n:]
    h = f[:n]
    g[0] = 5
    out[2] = f[n]
    out[3] = st[0]
    out[4] = h.size


@cuda.jit
def recs(out, r):
    out[0] = r[0].x
    out[1] = r[0]['n']
    out[2] = r[1].arr[2]
    out[3] = r[1]['arr'][-1]
    out[4] = r[0].sub.u
    out[5] = r[0]['sub']['v']
    r[0].x = 5
    r[1]['n'] = 6.9
    r[0].arr[1] = 8
    r[0].sub.v = 2.5
    r[1] = r[0]
    r[0].n += 3
    q = r[1]
    q.x = 50
    out[6] = r[1].x
    out[7] = r.x[1]
    out[8] = r['n'][0]
    x, n = (r[0].x, r[0].n)
    out[9] = x + n
    for v in r:
        out[10] += v.x
    r.n[1] = 44
    out[11] = len(r[0].arr)
    cuda.atomic.add(r["n"], 0, 100)


@cuda.jit
def rec_shared(out, r):
    s = cuda.shared.array(2, rec)
    l = cuda.local.array(1, dtype=rec)
    s[0] = r[1]
    s[1].x = 3
    s[1].arr[0] = 7
    l[0] = s[0]
    l[0].n = 9
    out[0] = s[0].x + s[1].x + s[1].arr[0]
    out[1] = l[0].n
    out[2] = l[0].arr[1]
    r[0] = l[0]


@cuda.jit
def tuples(out, a, n):
    t = (1, 2.5, a)
    out[0] = t[0] + t[1] + t[2][0]
    u = (1, 2, 3)
    out[1] = u[n]
    out[2] = (u + (4, 5))[-1]
    out[3] = len(u + t)
    out[4] = u < (1, 3, 0)
    out[5] = u == (1, 2, 3)
    out[6] = (1, 2) < (1, 2, 0)
    out[7] = u[1:][0] + u[::-1][0] + len(u[:2])
    for v in u:
        out[8] += v
    out[9] = 2 in u
    w = ((1, 2), (3, (4, 5)))
    out[10] = w[1][1][0]
    p = P(3, b=4.5)
    out[11] = p.a * p.b
    q, r = p
    out[12] = q + r + p[0]
    out[13] = u != (1, 2)
    out[14] = (a[0], 2) >= (5, 2)
    e = ()
    out[15] = len(e)
    out[16] = ((1, 2), (3, 4))[n][1]
    out[17] = u[-n]
    out[18] = (True, False)[n]
    x = u
    out[19] = x[2]
    out[20] = 0


@cuda.jit
def tuparr(out, t, n):
    out[0] = t[0][1]
    out[1] = t[1][2]
    a, b = t
    out[2] = a[0] + b[0]
    b[0] = 9


@cuda.jit
def tuparr_h(out, t, n):
    s = 0.0
    for a in t:
        s += a[n]
    out[0] = s
    out[1] = t[n][0]
    out[2] = len(t)


@cuda.jit
def cplx(out, z, w):
    out[0] = z * w
    out[1] = z / w
    out[2] = z - 1
    out[3] = abs(z)
    out[4] = z.conjugate()
    out[5] = z == w
    out[6] = z != w
    out[7] = -z
    out[8] = z.real + z.imag
    out[9] = 2 * z + 1j
    out[10] = 1 / z
    s = 0
    for i in range(3):
        s += z
    out[11] = s
    if z:
        out[12] = 1
    out[13] = complex(z.real, 0) ** 2
    out[14] = z ** 2


@cuda.jit
def arr_phi(out, a, b, n):
    x = a if n else b
    out[0] = x[0]
    if n > 5:
        y = a
    elif n > 0:
        y = b[::2]
    else:
        y = b
    out[1] = y[1]
    y[0] = 100
    p, q = (a, b)
    for i in range(n):
        p, q = (q, p)
    p[2] = 77


@cuda.jit
def loop_arr(a, b, n):
    src = a
    dst = b
    for k in range(n):
        for i in range(len(a)):
            dst[i] = src[i] * 2
        src, dst = (dst, src)


@cuda.jit
def reassigned(out, n, x):
    if n > 2:
        n = 2.5
    out[0] = n * 2
    x = x + 0.5
    out[1] = x
    n = (1, 2)
    out[2] = n[1]
    y = 0
    y = y + 1j
    out[3] = y.imag
    s = 0
    for i in range(3):
        s += 0.5
    out[4] = s


@cuda.jit
def boolarith(out, a):
    b = a[0] > 2
    out[0] = b + b
    out[1] = b * 5
    out[2] = -b
    out[3] = (a[1] > 2) - 1
    n = 0
    for v in a:
        n += v > 2
    out[4] = n
    out[5] = 1 if a[0] else 2
    if a[1]:
        out[6] = 1
    while n:
        n -= 1
    out[7] = n
    out[8] = (a[0] > 2) & (a[1] > 2) | True
    out[9] = b ^ True
    x = 2.5 if 0.1 else 3
    out[10] = x
    out[11] = not a[0]
    out[12] = b / 2


@cuda.jit
def kwspell(out):
    i = cuda.grid(ndim=1)
    s = cuda.shared.array(shape=(2,), dtype=float64)
    x, y = c.grid(2)
    s[0] = 5
    out[i] = s[0] + x + y
    t = cuda.threadIdx
    out[1] = t.x + cuda.gridsize(ndim=1)
    b = cuda.blockDim
    out[2] = b.x * b.y
    ix, iy, iz = cuda.grid(3)
    out[3] = ix + iy + iz


@cuda.jit
def grid2(out):
    i, j = cuda.grid(2)
    if i < out.shape[0] and j < out.shape[1]:
        out[i, j] = i * 10 + j


@cuda.jit
def periodic(out, n):
    for i in range(n):
        out[i] = (i - 1) % n * 100 + (i + 1) % n * 10 + (i - 3) // 2


@cuda.jit
def nans(out, f):
    out[0] = max(f[0], f[1])
    out[1] = min(f[1], f[0])
    out[2] = np.maximum(f[0], f[1])
    out[3] = np.minimum(f[1], f[0])
    out[4] = np.fmax(f[0], f[1])
    out[5] = np.fmin(f[1], f[0])


@cuda.jit
def rounds(out, f):
    out[0] = round(f[0]) // 2
    out[1] = math.floor(f[0]) / 2
    out[2] = math.ceil(f[0]) // 2
    out[3] = int(f[0])
    out[4] = f[int(f[1])]
    out[5] = math.trunc(f[0])


@cuda.jit
def uninit(out, n):
    if n > 10:
        v = 3.5
    elif n > 5:
        v = 2
    out[0] = v
    for i in range(n):
        if i == 3:
            w = out[0:2]
    out[1] = v + 1


@cuda.jit
def zdiv(out, a, b):
    i = cuda.grid(1)
    x = a[i] // b[i]
    y = a[i] % b[i]
    out[i] = x + y + 1


@cuda.jit(types.void(types.float32[:], types.int32, types.float32))
def sig_cast(out, n, x):
    out[0] = n + x


@cuda.jit('void(float32[:], int32)')
def sig_one(out, n):
    out[0] = n * 0.5


@cuda.jit('(float32[::1], int64)')
def sig_novoid(out, n):
    out[0] = n * 0.5


@cuda.jit
def vecs(out, n):
    v = cuda.float4(1, 2, 3, n)
    out[0] = v.x + v.y + v.z + v.w
    u = cuda.int2(1, 2)
    w = cuda.float3(cuda.float2(1, 2), 5)
    out[1] = w.z + u.y
    c2 = cuda.uchar3(1, 2, 3)
    out[2] = c2.z
    d = cuda.double2(0.1, 0.2)
    out[3] = d.x
    e = cuda.float4(v)
    out[4] = e.w
    f = cuda.int32x2(3, 4)
    out[5] = f.x


@cuda.jit
def np_nd(out, m):
    k = 0
    for i, j in np.ndindex(m.shape):
        out[k] = m[i, j] + i
        k += 1
    for (i, j), v in np.ndenumerate(m):
        out[i] += v


@cuda.jit
def unpack_len(out, a):
    x, y = a[0:3]
    out[0] = x + y


@cuda.jit
def idx_tuple_arr(out, m, ij):
    i = (ij[0], ij[1])
    out[0] = m[i]
    m[i] = 8
    m[i] += 1
    cuda.atomic.add(m, i, 5)


@cuda.jit
def flat(out, m):
    for i in range(m.size):
        out[i] = m.flat[i]
    s = 0.0
    for v in m.flat:
        s += v
    out[0] = s
    out[1] = len(m.flat)
