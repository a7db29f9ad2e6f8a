"""Literals, promotion, unification, stores, arithmetic, ranges."""

import math

import numpy as np
from numba import cuda, float32


@cuda.jit
def lits(out):
    out[0] = 9223372036854775807 + 1 < 0
    out[1] = 9223372036854775808 > 0
    out[2] = 18446744073709551615 > 9223372036854775807
    out[3] = 0.1 + 0.2
    out[4] = 1000000 + 16 + 3 + 15
    x = 2147483647
    out[5] = x + 1
    out[6] = 1e309
    out[7] = 5 / 2


@cuda.jit
def regs(out, n):
    x = cuda.blockDim.x * n
    out[0] = x
    out[1] = cuda.grid(1) + cuda.gridsize(1)
    m = max(cuda.threadIdx.x, np.int8(3))
    out[2] = m
    out[3] = cuda.warpsize * 100000000
    out[4] = cuda.laneid


@cuda.jit
def intops(out, a, b):
    out[0] = a[0] + b[0]
    out[1] = a[0] - b[0]
    out[2] = a[0] * b[0]
    out[3] = -a[0]
    out[4] = a[0] << 1
    out[5] = a[0] + b[0] - b[0] - b[0]


@cuda.jit
def phi32(out, n):
    x = np.int32(2147483647)
    for i in range(n):
        x = x + 1
    out[0] = x
    y = np.int32(5)
    y = y + 1
    out[1] = y * 2147483647


@cuda.jit
def shifts(out, a, u):
    out[0] = a[0] << 40
    out[1] = u[0] << 1
    out[2] = a[0] >> 1
    out[3] = u[0] >> 1
    out[4] = ~u[0]
    out[5] = -u[0]
    out[6] = u[0] << 24 & 4294967295
    out[7] = True << 3
    out[8] = -True
    out[9] = ~True
    out[10] = 1 << u[1]


@cuda.jit
def cmp_mixed(out, a, u):
    for i in range(len(a)):
        out[i, 0] = a[i] < u[i]
        out[i, 1] = a[i] == u[i]
        out[i, 2] = a[i] >= u[i]


@cuda.jit
def unify1(out, i64, u64, i32, f32, i8, u8, n):
    if n > 0:
        x = i64[0]
    else:
        x = u64[0]
    out[0] = x
    if n > 0:
        y = i32[0]
    else:
        y = f32[0]
    out[1] = y
    if n > 0:
        z = i8[0]
    else:
        z = u8[0]
    out[2] = z
    if n > 0:
        w = True
    else:
        w = 5
    out[3] = w
    s = 0
    for i in range(2):
        s = s + f32[0]
    out[4] = s
    t = np.float32(0)
    for i in range(2):
        t += f32[0]
    out[5] = t
    p = (i64[0], 1) if n > 0 else (f32[0], 2)
    out[6] = p[0]
    c = 0
    for i in range(2):
        c += 1j
    out[7] = c.imag
    m = i32[0] if n > 0 else 2.5
    out[8] = m / 3


@cuda.jit
def unify_arr(out, a, m, n):
    b = a if n > 0 else a[::2]
    out[0] = b[1]
    if n > 1:
        q = m
    else:
        q = m.T
    out[1] = q[1, 0]
    r = a
    for i in range(n):
        r = r[1:]
    out[2] = r[0]


@cuda.jit
def store(f64, i32, u8, i8, f32, b, c64, i64):
    i32[0] = f64[0]
    i32[1] = f64[1]
    u8[0] = i64[0]
    i8[0] = i64[0]
    f32[0] = f64[0]
    b[0] = i64[0]
    b[1] = f64[0]
    b[2] = 0
    b[3] = 256
    c64[0] = f64[0]
    c64[1] = i64[0]
    f64[3] = b[0]
    f64[4] = i64[1]
    i32[2] = i64[1]
    i64[2] = True


@cuda.jit('int32(float32)', device=True)
def trunc32(x):
    return x * 1.5


@cuda.jit('float64(int64, int64)', device=True)
def argcast(x, y):
    return x / y


@cuda.jit
def devsig(out, f):
    out[0] = trunc32(f[0])
    out[1] = trunc32(3)
    out[2] = argcast(7.9, f[0])


@cuda.jit
def mixedc(out, a, f):
    out[0] = f[0] * a[0]
    out[1] = f[0] * 2
    out[2] = f[0] * np.int8(2)
    out[3] = f[0] * 2j
    out[4] = f[0] + True


@cuda.jit
def intdiv(q, r, a, b):
    for i in range(len(a)):
        q[i] = a[i] // b[i]
        r[i] = a[i] % b[i]


@cuda.jit
def truediv(out, a, b):
    for i in range(len(a)):
        out[i] = a[i] / b[i]


@cuda.jit
def floatdiv(q, r, d, a, b):
    for i in range(len(a)):
        q[i] = a[i] // b[i]
        r[i] = a[i] % b[i]
        x, y = divmod(a[i], b[i])
        d[2 * i] = x
        d[2 * i + 1] = y


@cuda.jit
def powconst(out, a):
    for i in range(len(a)):
        x = a[i]
        out[i, 0] = x ** 2
        out[i, 1] = x ** 3
        out[i, 2] = x ** (-1)
        out[i, 3] = x ** 0
        out[i, 4] = x ** (-2)
        out[i, 5] = x ** 10
        out[i, 6] = x ** 1


@cuda.jit
def powrun(out, a, e):
    for i in range(len(a)):
        for j in range(len(e)):
            out[i, j] = a[i] ** e[j]


@cuda.jit
def cpow(out, a, b):
    for i in range(len(a)):
        out[i] = a[i] ** b[i]


@cuda.jit
def cpow2(out, a):
    for i in range(len(a)):
        out[i, 0] = a[i] ** 2
        out[i, 1] = a[i] ** 0.5
        out[i, 2] = a[i] * a[i] / (1 + a[i])
        out[i, 3] = -a[i]
        out[i, 4] = a[i] - 2
        out[i, 5] = 2 ** a[i]


@cuda.jit
def fcmp(out, a, b):
    out[0] = a[0] < b[0]
    out[1] = a[0] == b[0]
    out[2] = a[0] != b[0]
    out[3] = a[0] >= b[0]
    out[4] = not a[0] > b[0]
    if a[0]:
        out[5] = 1
    out[6] = a[0] == a[0]


@cuda.jit
def fcast(out, a):
    for i in range(len(a)):
        out[i] = int(a[i])


@cuda.jit
def tupidx(out, n):
    t = (5, 6, 7)
    out[0] = t[n]
    out[1] = t[-1]
    out[2] = t[-n]


@cuda.jit
def neg_idx(out, a, i32, u32, n):
    out[0] = a[-1]
    out[1] = a[i32[0]]
    out[2] = a[n - 10]
    s = cuda.shared.array(4, float32)
    for i in range(4):
        s[i] = i
    out[3] = s[-1]
    l = cuda.local.array((2, 3), float32)
    for i in range(2):
        for j in range(3):
            l[i, j] = i * 10 + j
    out[4] = l[-1, -2]
    cuda.atomic.add(out, -1, 5.0)
    cuda.atomic.add(out, np.int32(-2), 6)
    out[5] = a[u32[0]]


@cuda.jit(device=True)
def ev(c, k):
    c[0] = c[0] * 10 + k
    return k


@cuda.jit
def order(out, c):
    out[0] = ev(c, 1) + ev(c, 2) * ev(c, 3)
    out[1] = c[0]
    c[0] = 0
    out[ev(c, 2)] = ev(c, 1)
    out[3] = c[0]
    c[0] = 0
    t = (ev(c, 1), ev(c, 2), ev(c, 3))
    out[4] = c[0]
    c[0] = 0
    x = ev(c, 1) if ev(c, 2) else ev(c, 3)
    out[5] = c[0]
    c[0] = 0
    out[6] = max(ev(c, 1), ev(c, 2), ev(c, 3))
    out[7] = c[0]
    c[0] = 0
    y = ev(c, 1) < ev(c, 2) < ev(c, 3)
    out[8] = c[0]


@cuda.jit
def rng(out, n):
    k = 0
    for i in range(n, 0, -3):
        out[0] += i
    for i in range(10):
        k += 1
        i = 100
    out[1] = k
    out[2] = i
    for x in range(n):
        n = 2
        out[3] += 1
    for i in range(5, 5):
        out[4] = 9
    for i in range(3, 12, 4):
        out[5] += 1
    for i in range(12, 3, 4):
        out[6] += 1
    r = range(n)
    for i in r:
        out[7] += 1
    for i in reversed(range(4)):
        out[8] = out[8] * 10 + i


@cuda.jit
def rng_u(out, u):
    for i in range(u[0] - 1):
        out[0] += 1
        if out[0] > 10:
            break
    for i in range(u[1]):
        out[1] += 1
    x = 0
    for i in range(u[1]):
        x = i
    out[2] = x - 10


@cuda.jit
def rng_f(out, k, w):
    for i in range(math.ceil(k / w)):
        out[0] += i + 1
    for i in range(2.9):
        out[1] += 1
    for i in range(k):
        out[2] += 1


@cuda.jit
def rng_types(out, i32, n):
    for i in range(i32[0], i32[1]):
        x = i
        out[0] += x
    for i in range(cuda.threadIdx.x, n, cuda.blockDim.x):
        out[1] += i
    for i in range(i32[1]):
        out[2] = -i


@cuda.jit
def rng_zero(out, n):
    for i in range(0, 5, n):
        out[0] += 1
    out[1] = 7
