"""Rows of the language reference in combination: records in tuples in closures, views of views, recursion with optional
values. Every kernel takes the same arrays: float32[16], int32[4, 6], float64[3, 4, 5] and the result, float64[64]."""
import math
import operator
import enum
from collections import namedtuple
from typing import NamedTuple
import numpy as np
from numba import cuda, int8, int16, int32, int64, uint8, uint16, uint32, uint64, float32, float64, complex64, complex128, types, literal_unroll

P = namedtuple("P", "x y")
Q = namedtuple("Q", ["p", "w"])
N = 4
SHAPE = (2, 3)
TBL = (3, 1, 4, 1, 5)
MIX = (1, 2.5, True)
ARR = np.arange(12).reshape(3, 4)
FARR = np.array([[0.5, 1.5], [2.5, 3.5]], dtype=np.float32)
rec = np.dtype([("x", np.float32), ("n", np.int32), ("v", np.float64, (3,)), ("m", np.int16, (2, 2))], align=True)
inner = np.dtype([("a", np.int8), ("b", np.float64)], align=True)
outer = np.dtype([("i", inner), ("k", np.int32), ("is_", inner, (2,))], align=True)

class Color(enum.IntEnum):
    RED = 1
    GREEN = 2

class Kind(enum.Enum):
    A = 1
    B = 2

@cuda.jit(device=True)
def addone(x):
    return x + 1

@cuda.jit(device=True)
def apply(f, x):
    return f(x)

@cuda.jit(device=True)
def swap(t):
    a, b = t
    return b, a

@cuda.jit(device=True)
def default(x, y=2, *, z=3):
    return x * 100 + y * 10 + z

@cuda.jit(device=True)
def varargs(x, *rest):
    s = x
    for r in rest:
        s += r
    return s, len(rest)

@cuda.jit(device=True)
def fact(n):
    if n <= 1:
        return 1
    return n * fact(n - 1)

@cuda.jit(device=True)
def maybe(x):
    if x > 2:
        return x
    return None

@cuda.jit(device=True)
def first_or(x, alt):
    r = maybe(x)
    if r is None:
        return alt
    return r

@cuda.jit(device=True)
def multi(x):
    return x, x * 2.0, (x + 1, P(x, 2 * x)), x > 1

def make(scale, f):
    @cuda.jit(device=True)
    def g(x):
        return f(x) * scale
    return g

g3 = make(3, addone)

def factory(n):
    @cuda.jit
    def kern(a, b, c, out):
        t = cuda.local.array(n, float64)
        for i in range(n):
            t[i] = i * n
        s = 0.0
        for i in range(n):
            s += t[i]
        out[0] = s
    return kern

from_factory = factory(5)

@cuda.jit
def named(a, b, c, out):
    p = P(1, 2.5)
    q = Q(p, 7)
    out[0] = p.x + p.y
    out[1] = q.p.y * q.w
    out[2] = q[0][1]
    x, y = p
    out[3] = x - y
    p2 = P(y=3, x=4)
    out[4] = p2.x
    out[5] = len(q)
    for i, v in enumerate(p2):
        out[6 + i] = v

@cuda.jit
def negslice(a, b, c, out):
    v = c[::-1, ::2, 1:4]
    out[0] = v.shape[0] * 100 + v.shape[1] * 10 + v.shape[2]
    out[1] = v[0, 0, 0]
    out[2] = v[-1, -1, -1]
    w = v[1]
    out[3] = w[0][2]
    out[4] = v[..., 1][2, 1]
    out[5] = v[:, None, 1, ::-1].shape[3 - 1]
    out[6] = v[:, None, 1, ::-1][0, 0, 0]
    z = v.T
    out[7] = z[0, 1, 2]
    out[8] = z.shape[0]

@cuda.jit
def shared3(a, b, c, out):
    s = cuda.shared.array((2, 3, 4), float32)
    for i in range(2):
        for j in range(3):
            for k in range(4):
                s[i, j, k] = i * 100 + j * 10 + k
    cuda.syncthreads()
    v = s[::-1, 2:0:-1, -1:-4:-2]
    out[0] = v.shape[0] * 100 + v.shape[1] * 10 + v.shape[2]
    out[1] = v[0, 0, 0]
    out[2] = v[1, 1, 1]
    out[3] = v[-1, -2, -1]
    v[0, :, 0] = -1
    out[4] = s[1, 2, 3]
    s[0] = s[1]
    out[5] = s[0, 2, 3]
    t = 0.0
    for row in s[0]:
        for e in row:
            t += e
    out[6] = t

@cuda.jit
def calls(a, b, c, out):
    out[0] = apply(addone, 3)
    out[1] = apply(lambda x: x * 5, 3)
    out[2] = g3(4)
    out[3] = default(1)
    out[4] = default(1, z=9)
    out[5] = default(y=4, x=2)
    s, n = varargs(1, 2, 3.5)
    out[6] = s
    out[7] = n
    t = (1, 2, 3)
    s, n = varargs(*t)
    out[8] = s
    out[9] = fact(5)
    x, y = swap((1, 2.5))
    out[10] = x
    out[11] = y
    m = multi(3)
    out[12] = m[2][1].y
    out[13] = m[1]
    out[14] = 1 if m[3] else 0
    (p, q, (r, (u, v)), w) = multi(1)
    out[15] = u + v + r

@cuda.jit
def optional(a, b, c, out):
    out[0] = first_or(5, -1)
    out[1] = first_or(1, -1)
    s = 0
    for i in range(6):
        r = maybe(i)
        if r is not None:
            s += r
    out[2] = s
    r = maybe(10)
    out[3] = r + 1
    out[4] = 1 if maybe(0) is None else 2
    q = None
    if a[0] < 0:
        q = 4
    if q is not None:
        out[5] = q

@cuda.jit
def closures(a, b, c, out):
    base = b[0, 1]
    def f(x, k=2):
        return x * k + base
    out[0] = f(3)
    out[1] = f(3, 5)
    h = lambda x, y=10: f(x) + y
    out[2] = h(1)
    out[3] = h(1, y=2)
    def g(fn, v):
        return fn(v) + fn(v + 1)
    out[4] = g(f, 2)
    out[5] = g(lambda q: q * q, 3)

@cuda.jit
def loops(a, b, c, out):
    n = 0
    for i in range(10, 0, -3):
        n = n * 10 + i
    out[0] = n
    out[1] = i
    for i in range(5):
        if i == 3:
            break
    else:
        out[2] = -1
    out[3] = i
    for i in range(3):
        pass
    else:
        out[4] = 7
    k = 0
    while True:
        k += 1
        if k % 2:
            continue
        if k > 6:
            break
    out[5] = k
    for x in (1, 2, 3):
        out[6] += x
    for i, (x, y) in enumerate(zip((1, 2), (3.0, 4.0))):
        out[7] += i * x * y
    for i, j in ((1, 2), (3, 4)):
        out[8] += i * j
    for v in b[1]:
        out[9] += v
    for row in b:
        out[10] += row[2]
    for i in reversed(range(4)):
        out[11] = out[11] * 10 + i
    for i in range(len(TBL)):
        out[12] = out[12] * 10 + TBL[i]
    while k > 0:
        k -= 1
    else:
        out[13] = 3


@cuda.jit
def tuples(a, b, c, out):
    t = (1, 2, 3) + (4,)
    out[0] = t[-1]
    out[1] = len(t[1:3])
    out[2] = t[::-1][0]
    out[3] = 1 if (1, 2) < (1, 3) else 0
    out[4] = 1 if (1, 2.0) == (1.0, 2) else 0
    out[5] = 1 if 3 in t else 0
    out[6] = 1 if 9 not in t else 0
    i = b[0, 0] + 6
    out[7] = t[i]
    out[8] = min(t) + max(t)
    u = ((1, 2), (3, 4))
    out[9] = u[i][1]
    s = 0
    for p, q in u:
        s += p * q
    out[10] = s
    out[11] = sum(t) if True else 0
    x, *rest = t
    out[12] = len(rest)
    out[13] = rest[1]
    out[14] = 1 if () == () else 0
    out[15] = (7 if t else 8)
    out[16] = (1, (2, 3))[1][0]

@cuda.jit
def view(a, b, c, out):
    r = b.reshape(24)
    out[0] = r[13]
    r2 = b.reshape((2, 12))
    out[1] = r2[1, 3]
    out[2] = b.ravel()[7]
    f = b.T
    out[3] = f[5, 3]
    out[4] = b.transpose()[2, 1]
    out[5] = c.transpose(2, 0, 1)[4, 2, 3]
    out[6] = c.transpose((1, 0, 2))[3, 2, 4]
    v = a.view(np.int32)
    out[7] = v[0]
    out[8] = b.size + b.ndim + b.itemsize + b.nbytes
    out[9] = b.strides[0] + f.strides[0]
    out[10] = 1 if b.flags.c_contiguous else 0
    out[11] = 1 if f.flags.f_contiguous else 0
    out[12] = b.flat[5]
    out[13] = b[-1][-1]
    out[14] = b[1:3, 2:5].sum()
    out[15] = c[1].max()
    out[16] = c.mean()
    out[17] = b[:, 1].argmax()
    out[18] = a.min()
    out[19] = b.dtype.type(3.7)
    out[20] = c[..., 0].sum()
    out[21] = c[1, ...][2, 1]

@cuda.jit
def assign(a, b, c, out):
    out[0:3] = 1, 2, 3
    out[3:6] = 9
    out[6:9] = out[0:3]
    x, y, z = out[0:3]
    out[9] = x + y * z
    p = q = 5
    p += 1
    out[10] = p * q
    out[11], out[12] = out[1], out[0]
    out[13] = (w := 4) + w
    i = 0
    i, out[14 + i] = 1, 8
    out[16] += 2
    out[16] *= 3
    out[16] //= 4
    out[17] = 7
    out[17] **= 2
    out[18] = 17
    out[18] %= 5
    m = 0b1101
    m &= 7
    m |= 16
    m ^= 1
    m <<= 2
    m >>= 1
    out[19] = m
    t = cuda.local.array((3, 2), int32)
    t[:] = 3
    t[1] = 5
    t[:, 1] = 7
    t[2, :] = (8, 9)
    for k in range(6):
        out[20 + k] = t[k // 2, k % 2]
    d = 3
    del d


@cuda.jit
def complexs(a, b, c, out):
    z = complex(a[3], 2.0)
    w = 1j * z + 3
    out[0] = w.real
    out[1] = w.imag
    out[2] = abs(3 + 4j)
    out[3] = z.conjugate().imag
    out[4] = (z * z).real
    out[5] = (z / (1 + 1j)).imag
    out[6] = (z ** 2).real
    out[7] = 1 if z == z else 0
    out[8] = complex64(1 + 2j).imag
    out[9] = (z - z.conjugate()).imag
    out[10] = np.conj(z).imag
    out[11] = 1 if z else 0


@cuda.jit
def enums(a, b, c, out):
    col = Color.GREEN
    out[0] = col
    out[1] = col.value
    out[2] = 1 if col == Color.GREEN else 0
    out[3] = 1 if col is Color.RED else 0
    k = Kind.B
    out[4] = 1 if k == Kind.B else 0
    out[5] = k.value
    out[6] = Color["RED"] + 1
    out[7] = TBL[Color.RED]
    out[8] = 1 if Kind.A is not Kind.B else 0
    out[9] = Color.RED + Color.GREEN

@cuda.jit
def const(a, b, c, out):
    out[0] = ARR[1, 2]
    out[1] = ARR[b[0, 0] + 7, 1]
    out[2] = FARR[1, 0]
    out[3] = ARR.shape[0]
    out[4] = N * SHAPE[1]
    out[5] = math.pi
    out[6] = ARR.sum()
    s = 0
    for v in ARR[2]:
        s += v
    out[7] = s
    t = cuda.local.array(SHAPE, float32)
    out[8] = t.shape[1]
    out[9] = np.pi
    k = cuda.const.array_like(ARR)
    out[10] = k[2, 3]
    out[11] = len(ARR)
    out[12] = ARR.T[3, 1]
    out[13] = ARR[::-1][0, 0]

@cuda.jit
def records(a, b, c, out):
    r = cuda.local.array(3, rec)
    r[0].x = 1.5
    r[0]["n"] = 4
    r[0].v[1] = 2.5
    r[0].m[1, 0] = 7
    r[1] = r[0]
    out[0] = r[1].x
    out[1] = r[1].n
    out[2] = r[1].v[1]
    out[3] = r[1]["m"][1, 0]
    r[1].n += 3
    out[4] = r[1].n
    rr = r[1]
    rr.x = 9
    out[5] = r[1].x
    q = cuda.shared.array(2, outer)
    q[0].i.b = 3.5
    q[0].is_[1].a = -4
    q[1] = q[0]
    out[6] = q[1].i.b
    out[7] = q[1].is_[1].a
    q[1].i = q[0].is_[1]
    out[8] = q[1].i.a
    t = (r[1], 5)
    out[9] = t[0].x
    def getn(z):
        return z.n
    out[10] = getn(r[1])
    v = r[1].v
    v[:] = 4
    out[11] = r[1].v.sum()
