"""Python's built-in functions in kernels."""

import numpy as np
from numba import cuda


@cuda.jit
def b_abs(out, a, c):
    out[0] = abs(a[0])
    out[1] = abs(c[0])
    out[2] = abs(-2.5)
    out[3] = abs(np.float32(-0.1))


@cuda.jit
def b_abs_kind(out, a):
    out[0] = abs(a[0])
    out[1] = abs(a[0]) + 0
    out[2] = abs(a[0]) // 2


@cuda.jit
def b_bool(out, a, c):
    out[0] = bool(a[0])
    out[1] = bool(a[1])
    out[2] = bool(c[0])
    out[3] = bool(0.0)
    out[4] = bool(0.1)
    out[5] = bool(True) + 1
    out[6] = bool()


@cuda.jit
def b_complex(out, a, f):
    out[0] = complex(a[0], 2)
    out[1] = complex(f[0], f[1])
    out[2] = complex(f[0])
    out[3] = complex(1j)
    out[4] = complex(f[0], f[1]) * 0.1


@cuda.jit
def b_enum_zip(out, a):
    for i, v in enumerate(a, start=3):
        out[0] += i * v
    for t in zip(a, a):
        out[1] += t[0] * t[1]
    for i, t in enumerate(a):
        out[i] += t
    for t in enumerate(a):
        out[2] += t[0] * t[1]
    for (x,) in zip(a):
        out[3] += x
    for i, v in enumerate((), 1):
        out[4] += i + v
    for i, v in enumerate(a, start=len(a) - 9):
        out[5] += i * v


@cuda.jit
def b_float(out, f, a):
    x = float(f[0]) * np.float32(0.1)
    out[0] = x
    out[1] = float(a[0]) / 3
    out[2] = float(True)
    out[3] = float(f[0])
    out[4] = float()


@cuda.jit
def b_int(out, f, a):
    out[0] = int(f[0])
    out[1] = int(-f[0])
    out[2] = int(True)
    out[3] = int(a[0]) + 1
    out[4] = int(2.99)
    out[5] = int(-2.99)
    out[6] = int()


@cuda.jit
def b_int_same(out, a):
    out[0] = int(a[0])
    x = int(a[0])
    x2 = x * 2
    out[1] = x2
    out[2] = -int(a[0])
    out[3] = ~int(a[0])


@cuda.jit
def b_len(out, a, m):
    out[0] = len(a)
    out[1] = len(m)
    out[2] = len((1, 2, 3))
    out[3] = len(range(3, 10, 2))
    out[4] = len(m[0])
    out[5] = len(m.shape)
    r = range(2, 20, 3)
    out[6] = len(r)
    out[7] = len(range(len(a), -7, -4)) + 100 * len(range(4, 4))


@cuda.jit
def b_minmax(out, a, f):
    out[0] = min(a[0], a[1], a[2])
    out[1] = max(a[0], 2.5)
    out[2] = min((a[0], a[1]))
    out[3] = max((3, 1.5))
    out[4] = max(f[0], f[1])
    out[5] = max(f[1], f[0])
    out[6] = min(f[0], f[1])
    out[7] = min(f[1], f[0])
    out[8] = max(f[0], f[0])
    out[9] = max(f[2], 1)
    out[10] = max(a[0], a[0], 1e+300)
    out[11] = max(True, False) + 1
    out[12] = min(f[0], f[1], 3.0)


@cuda.jit
def b_minmax_type(out, a, b):
    x = max(a[0], b[0])
    out[0] = x
    out[1] = min(a[0], b[0])
    out[2] = x + x
    out[3] = x // 2


@cuda.jit
def b_pow(out, a, f):
    out[0] = pow(a[0], 3)
    out[1] = pow(f[0], 2)
    out[2] = pow(2, a[1])
    out[3] = pow(f[0], 0.5)
    out[4] = pow(a[0], -2)
    out[5] = pow(f[0], a[1])
    out[6] = pow(2.0, a[0])


@cuda.jit
def b_round(out, f):
    for i in range(len(f)):
        out[i] = round(f[i])


@cuda.jit
def b_round_type(out, f):
    out[0] = round(f[0]) // 2
    out[1] = round(f[0]) + 0.5
    out[2] = round(f[0]) << 1


@cuda.jit
def b_round_n(out, f, n):
    for i in range(len(f)):
        out[i] = round(f[i], n)


@cuda.jit
def b_round_int(out, a):
    out[0] = round(a[0])
    out[1] = round(a[0], -1)


@cuda.jit
def b_divmod(out, a, b):
    for i in range(len(a)):
        q, r = divmod(a[i], b[i])
        out[2 * i] = q
        out[2 * i + 1] = r


@cuda.jit
def b_tuple(out, a):
    t = tuple((1, 2))
    out[0] = t[1]
    u = (a[0],) + (1, 2.5)
    out[1] = u[2]
    s = slice(1, 4)
    out[2] = a[s].size
    s2 = slice(None, None, 2)
    out[3] = a[s2][1]
    out[4] = a[slice(2)].size
    out[5] = len((1, 2, 3, 4)[s])
    out[6] = s.start + 10 * s.stop
    out[7] = len(tuple())


@cuda.jit
def b_iter(out, a):
    it = iter(a)
    out[0] = next(it)
    out[1] = next(it)
    it2 = iter((4, 5))
    out[2] = next(it2)
    for v in it:
        out[3] += v
    it3 = iter(range(3, 9))
    next(it3)
    out[4] = next(it3)
    for i in range(2):
        rest = iter(it3)
        out[5] += next(rest) * next(it3)
        break
    for v in it3:
        out[6] += v - 7
        if v == 8:
            break


@cuda.jit
def b_enumerated(out, a, b):
    it = enumerate(a, 3)
    i, v = next(it)
    out[0] = 10 * i + v
    for i, v in it:
        out[1] += i * v
        if i == 5:
            break
    i, v = next(it)
    out[2] = 10 * i + v
    for i, v in it:
        out[3] += 1
    pairs = zip(a, range(3), b)
    x, n, y = next(pairs)
    out[4] = x + n + y
    for x, n, y in pairs:
        out[5] += x * n * y
    for x, n, y in pairs:
        out[6] = 99
    numbered = enumerate(zip(b, a))
    for i, (y, x) in numbered:
        if y > x:
            out[7] = i
    rest = iter(b)
    next(rest)
    for x, y in zip(a, rest):
        out[8] += x * y
    for i, y in enumerate(iter(b), -1):
        out[9] += i * y


@cuda.jit
def b_type(out, a, f):
    x = a[0]
    out[0] = type(x)(3.7)
    out[1] = f.dtype.type(0.1)
    out[2] = f[0].dtype.type(0.1)
    out[3] = type(f[0])(0.1)
    T = type(f[0])
    out[4] = T(1) / T(3)
    dtype = f.dtype
    out[5] = dtype.type(0.3)
    y = type(x)(300)
    out[6] = y
    out[7] = f.dtype.itemsize


@cuda.jit
def b_sum(out, a):
    out[0] = sum((a[0], a[1], 3))


@cuda.jit
def b_iter_ends(out, a):
    i = cuda.grid(1)
    out[i] = 1
    it = iter((1, 2))
    for k in range(i % 2 * 2, 3):
        next(it)
    out[i] = 2


def part_of(a, s):
    return a[s]


def last_of(r):
    return r[-1]


@cuda.jit
def b_slices(out, a, m, n):
    s = slice(n, 6, 2)
    v = a[s]
    out[0] = v.size * 100 + v[1]
    t = slice(None, None, -1)
    out[1] = a[t][0]
    out[2] = m[slice(n), 1:][0, 0]
    out[3] = m[(slice(None), n)][1]
    out[4] = part_of(a, slice(2, 5))[0] + part_of(a, s)[2]
    a[slice(0, 2)] = 50
    a[slice(-1, None)] += 1
    u = slice(1, 3) if n > 0 else slice(2, 8)
    out[5] = a[u].size
    for k in range(3):
        u = slice(k, k + 2)
    out[6] = a[u][1]
    out[7] = u.start + u.stop * 10
    index = (slice(0, 1), slice(n, 3))
    out[8] = m[index].size
    out[9] = m[..., slice(1, 2)].shape[1]


@cuda.jit
def b_ranges(out, n):
    r = range(n)
    for i in r:
        out[0] += i
    for i in r:
        out[1] += 1
    back = range(n, 0, -2)
    out[2] = back[0] + 10 * back[-1] + 100 * len(back)
    out[3] = back.start + 10 * back.stop + 100 * back.step
    out[4] = 3 in back
    out[5] = 4 in back
    out[6] = 9 in back
    out[7] = n not in r
    out[8] = last_of(r) + last_of(range(2, 9, 3))
    for i, j in zip(r, back):
        out[9] += i * j
    for i, j in enumerate(back):
        out[10] = out[10] * 10 + i * j
    if r:
        out[11] = 1
    if range(0):
        out[12] = 1
    for i in reversed(back):
        out[13] = out[13] * 10 + i
    pair = (range(2), range(5, 7))
    for i in pair[1]:
        out[14] += i
    total = 0
    for i in r:
        r = range(2)
        total += 1
    out[15] = total + len(r)


@cuda.jit
def b_chosen(out, a, n):
    r = range(4) if n > 0 else range(5, 0, -1)
    for i in r:
        out[0] = out[0] * 10 + i
    if n > 0:
        s = range(n, 3)
    else:
        s = range(2, 6)
    for i in s:
        out[1] += a[i]
    for k in range(2):
        s = range(k, 2 * k + 1)
    out[2] = len(s)


@cuda.jit
def b_range_types(out, a):
    r = range(np.int32(3))
    for i in r:
        out[0] += i
    for i, v in zip(range(np.int32(1), np.int32(9), np.int8(2)), a):
        out[1] += i * v
    s = range(np.uint8(2), cuda.blockDim.x + 5)
    out[2] = len(s) + s[1]
    t = range(a[0])
    for i in t:
        out[3] += i
    out[4] = np.int8(4) in s


@cuda.jit
def tuple_length_decides(out, parts):
    if len(parts) == 1:
        first = parts[0]
    else:
        first = parts[1]
        for _ in range(1, len(parts)):
            first[0] += QUARTERS[1]
    out[0] = first[0] + QUARTERS[2]


QUARTERS = np.array([0.0, 0.25, 0.5])
