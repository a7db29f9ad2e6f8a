"""More combinations: recursion and optional values, slices of slices, names that change their types. Arguments as in
combined.py."""
import enum
import math
from collections import namedtuple
from typing import NamedTuple

import numpy as np
from numba import complex64, cuda, float32, float64, int32

P = namedtuple("P", "x y")
rec = np.dtype([("x", np.float32), ("n", np.int32), ("v", np.float64, (3,))], align=True)


class V3(NamedTuple):
    x: float
    y: float
    z: float = 3.0

@cuda.jit(device=True)
def rec_opt(n):
    if n <= 0:
        return None
    if n == 1:
        return 1
    r = rec_opt(n - 2)
    if r is None:
        return None
    return r + n

@cuda.jit(device=True)
def fib(n):
    return n if n < 2 else fib(n - 1) + fib(n - 2)

@cuda.jit(device=True)
def even(n):
    if n == 0:
        return True
    return odd(n - 1)

@cuda.jit(device=True)
def odd(n):
    if n == 0:
        return False
    return even(n - 1)

@cuda.jit(device=True)
def gen_tuple(a, i):
    return (a[i], a[i + 1], (i, P(a[i], i)))

@cuda.jit(device=True)
def sum_rows(m):
    s = 0.0
    for row in m:
        for v in row:
            s += v
    return s

@cuda.jit(device=True)
def inplace(m, v):
    for i in range(m.shape[0]):
        m[i] = v
    return m

@cuda.jit(device=True)
def kw(a, *, scale=2, off=1):
    return a * scale + off

@cuda.jit(device=True)
def opt_arg(a, b=None):
    if b is None:
        return a
    return a + b

@cuda.jit(device=True)
def arr_or_none(a, mask=None):
    s = 0.0
    for i in range(a.shape[0]):
        if mask is None or mask[i]:
            s += a[i]
    return s

@cuda.jit(device=True)
def early(x):
    for i in range(10):
        if i * i > x:
            return i
    return -1

@cuda.jit(device=True)
def retmix(x):
    if x > 0:
        return 1
    else:
        return 2.5

@cuda.jit(device=True)
def returns_array(a, which):
    return a[1] if which else a[2]

def closure_factory(k):
    tab = (k, k * 2, k * 3)
    def inner(x):
        return x + tab[1]
    return cuda.jit(inner, device=True)

cf = closure_factory(5)
cf2 = cuda.jit(device=True)(lambda x: x * 7)

@cuda.jit
def recursion(a, b, c, out):
    out[0] = fib(10)
    out[1] = 1 if even(6) else 0
    r = rec_opt(5)
    out[2] = 0 if r is None else r
    r = rec_opt(4)
    out[3] = -1 if r is None else r
    x, y, (i, p) = gen_tuple(a, 2)
    out[4] = x + y + i + p.x * p.y
    out[5] = sum_rows(c[1, ::-1, ::2])
    s = cuda.shared.array((3, 4, 5), float64)
    inplace(s, 2.0)
    out[6] = sum_rows(s[::-1, 1:3, -1])
    out[7] = kw(3)
    out[9] = opt_arg(1) + opt_arg(1, 2)
    out[10] = opt_arg(1, b=2.5)
    out[11] = arr_or_none(c[0, 0]) + arr_or_none(c[0, 1], b[0])
    out[12] = early(20)
    out[13] = retmix(a[0]) + retmix(1)
    out[14] = returns_array(c, True)[0, 1] + returns_array(c, b[0, 0] > 0)[1, 1]
    out[17] = cf(1) + cf2(2)

@cuda.jit
def rectuple(a, b, c, out):
    r = cuda.local.array(2, rec)
    for i in range(2):
        r[i].x = i + 0.5
        r[i].n = i * 3
        for j in range(3):
            r[i].v[j] = j * (i + 1)
    t = (r[1], 3, P(r[0], c[0]))
    def pick(q, k):
        return q[0].v[k] + q[1] + q[2].x.n + q[2].y[1, 2]
    out[0] = pick(t, 2)
    t[2].x.n = 9
    out[1] = r[0].n
    v = V3(1.0, 2.0)
    out[2] = v.x + v.y + v.z
    out[3] = v.x
    z = r[1].v[::-1]
    out[4] = z[0]
    out[5] = r["n"][1]
    out[6] = r.x[1]
    for q in r:
        out[7] += q.x
    n = r[1]
    n["n"] += 1
    out[8] = r[1].n

@cuda.jit
def slices(a, b, c, out):
    n = b.shape[1]
    i = b[0, 0] + 7
    v = a[i:n]
    out[0] = v.size
    out[1] = a[-3:].size + a[:-14].size + a[100:].size + a[-100:2].size
    out[2] = a[::-3][1]
    out[3] = a[10:2:-3].size
    out[4] = a[i::i][0]
    s = slice(1, 7, 2)
    out[5] = a[s].size
    out[6] = a[s][2]
    out[7] = b[1:3][:, 1:4][1, 2]
    out[8] = b[i, ::2][1]
    out[9] = b[..., -1][2]
    out[10] = c[:, :, 1][:, 2][1]
    out[11] = c[None, 1].ndim
    out[12] = c[1, np.newaxis, ::-1, 2].shape[1]
    out[13] = c[0][1][2]
    out[14] = c[(0, 1, 2)]
    idx = (1, 2)
    out[15] = b[idx]
    out[16] = c[idx][1]
    a[2:5] = a[5:8]
    out[17] = a[3]
    a[0:4:2] = (7, 8)
    out[18] = a[0] + a[2]
    b[1] = 3
    out[19] = b[1, 4] + b[2, 2]
    b[3, 0] *= 2
    out[20] = b[3, 0]
    c[0, :2, :2] = 1
    c[1] = c[2]
    out[21] = c[0].sum() + c[1, 3, 4]
    p, q, r = a[3:6]
    out[22] = p + q + r
    a[7], a[8] = a[8], a[7]
    out[23] = a[7]
    m = cuda.local.array((2, 3), float64)
    m[:, :] = b[:2, :3]
    out[24] = m[1, 1]
    m[0, :] = m[1, ::-1]
    out[25] = m[0, 2]
    (u, v2), w = (a[0], a[1]), b[0]
    out[26] = w.size
    e = a[5:5]
    out[27] = e.size
    k = 0
    for x in e:
        k += 1
    out[28] = k
    out[29] = len(b[1:]) + len(b[0, 2:])
    z = a[1:9].reshape(2, 4)
    out[30] = z[1, 2]
    z = a[1:9].reshape((-1, 2))
    out[31] = z.shape[0]


@cuda.jit
def paramreassign(a, b, c, out):
    a = a[1:]
    out[0] = a[0]
    b = 3
    out[1] = b
    if out[0] < 0:
        b = 2.5
    out[2] = b
    c = c.T
    out[3] = c[1, 2, 0]
    x = 0
    for x in range(x, 4):
        out[5] += x
    for i in range(3):
        t = i * 2
    out[6] = t
    k = 1
    while k < 100:
        k *= 3
        if k > 20:
            z = k
    out[7] = z
    acc = 0
    for i in range(4):
        acc += a[i]
        if i > 1:
            acc = acc * 0.5
    out[8] = acc
    flag = False
    for i in range(4):
        flag = flag or i == 2
    out[9] = flag
    m = a[0]
    for i in range(1, 5):
        m = max(m, a[i])
    out[10] = m
    lo, hi = 0, 10
    while lo < hi:
        mid = (lo + hi) // 2
        if mid * mid < 30:
            lo = mid + 1
        else:
            hi = mid
    out[11] = lo
    s = 0
    for i in range(5):
        for j in range(5):
            if j > i:
                break
            if (i + j) % 2:
                continue
            s += i * j
    out[12] = s

@cuda.jit
def ternary(a, b, c, out):
    i = b[0, 0]
    out[0] = (1 if i > 0 else 2 if i > -10 else 3)
    f = (lambda q: q + 1) if True else (lambda q: q)
    out[1] = f(3)
    t = (1, 2) if i < 0 else (3, 4)
    out[2] = t[0]
    t2 = (1, 2.5) if i < 0 else (3.5, 4)
    out[3] = t2[1] + t2[0]
    x = a[0] if i > 0 else 0
    out[4] = x
    y = None if i > 0 else 5
    out[5] = y if y is not None else -1
    z = 1j if i < 0 else 2
    out[6] = z.imag
    p = P(1, 2) if i < 0 else P(3, 4)
    out[7] = p.y
    arr = a if i > 100 else a[::2]
    out[8] = arr[1]
    q = (a, 1) if i < 0 else (a[::2], 2)
    out[9] = q[0][2] + q[1]

@cuda.jit
def cplx(a, b, c, out):
    z = cuda.local.array(4, complex64)
    for i in range(4):
        z[i] = complex(i, -i)
    out[0] = z.real[2] + z.imag[3]
    z.real[1] = 9
    z.imag[:] = 4
    out[1] = abs(z[1])
    s = 0
    for v in z:
        s += v
    out[2] = s.real + s.imag
    out[3] = (z[1] * np.conj(z[2])).imag
    out[4] = (z[1] + 1).real
    w = np.complex128(1 + 2j)
    w *= 1j
    out[5] = w.real
    w /= 2
    w -= 1
    w **= 2
    out[6] = w.real
    out[7] = 1 if w != 0 else 0
    out[8] = (2 + 3j).real + 4j.imag
    out[10] = z.sum().real
    q = z[::2]
    out[11] = q[1].real
    out[13] = np.real(w) + np.imag(w)

class Mode(enum.IntEnum):
    A = 0
    B = 1

@cuda.jit
def prune(a, b, c, out):
    def f(x, mode):
        if mode == Mode.A:
            return x + 1
        elif mode == Mode.B:
            return x * 2.5
        return 0
    out[0] = f(1, Mode.A)
    out[1] = f(1, Mode.B)
    def g(x):
        if isinstance(x, tuple):
            return x[0] + len(x)
        if isinstance(x, (int, np.integer)):
            return x * 2
        if isinstance(x, float):
            return x / 2
        return x.size
    out[2] = g((5, 6))
    out[3] = g(4)
    out[4] = g(3.0)
    out[5] = g(a)
    def h(x, op):
        if op == "add":
            return x + 1
        elif op == "neg":
            return -x
    out[6] = h(2, "add")
    out[7] = h(2, "neg")
    def k(x):
        if x.ndim == 1:
            return x[0]
        return x[0, 0]
    out[8] = k(a) + k(b)
    def opt(x, w=None):
        if w is not None:
            return x + w[0]
        return x
    out[9] = opt(1) + opt(1, a)
    DEBUG = False
    if DEBUG:
        out[11] = undefined_function(1, 2)
    out[10] = 1
