"""Types that Numba widens to, and numbers that it converts, where another language would refuse or keep them narrow."""
import cmath
import math

import numpy as np
from numba import cuda, types


@cuda.jit
def means(a, out):
    out[0] = a.mean()
    out[1] = np.average(a)
    out[2] = a.var()
    out[3] = a.std()


@cuda.jit
def complex_mean(a, out):
    out[0] = a.mean()
    out[1] = sum(a)


@cuda.jit
def sums(a, x, out):
    out[0] = sum(a)
    out[1] = sum((x, x, x))
    out[2] = sum(a, 0.5)
    out[3] = sum((x, 1))


@cuda.jit
def unsigned_sums(a, out):
    out[0] = sum(a) - 600 < 0
    out[1] = np.nansum(a) - 600 < 0
    out[2] = np.nanprod(a) - 10000000 < 0


@cuda.jit
def angles(z, x, out):
    out[0] = np.angle(z)
    out[1] = np.angle(z, True)
    out[2] = np.angle(x)
    out[3] = np.angle(z, deg=False)


@cuda.jit
def wide_functions(z, x, out, real):
    out[0] = cmath.acosh(z)
    out[1] = cmath.log10(z)
    out[2] = cmath.tanh(z)
    out[3] = np.sinc(z)
    real[0] = np.sinc(x)


@cuda.jit
def without_nan(i, u, x, z, out, parts):
    out[0] = np.nan_to_num(i) // 2
    out[1] = np.nan_to_num(u) << 60
    out[2] = np.nan_to_num(x, True, 7.5)
    out[3] = np.nan_to_num(x, nan=2.5)
    parts[0] = np.nan_to_num(z)


@cuda.jit
def bits_of_floats(x, out):
    i = cuda.grid(1)
    if i < x.size:
        out[i, 0] = cuda.popc(x[i])
        out[i, 1] = cuda.clz(x[i])
        out[i, 2] = cuda.brev(x[i])


@cuda.jit
def float_counts(x, digits, flag, out):
    out[0] = round(x, digits)
    out[1] = round(x, flag)
    out[2] = math.ldexp(x, digits)
    out[3] = math.ldexp(x, flag)


@cuda.jit
def small_integers(i, j, out):
    out[0] = math.frexp(i)[0] / 3
    out[1] = math.frexp(i)[1]
    out[2] = math.nextafter(i, j)
    out[3] = math.nextafter(i, i)


@cuda.jit
def extremes(a, out):
    out[0] = min(a)
    out[1] = max(a)
    out[2] = min(a[2:])
    out[3] = max(range(3, 9))


@cuda.jit
def bins(x, edges, falling, out):
    i = cuda.grid(1)
    if i < x.size:
        out[i, 0] = np.digitize(x[i], edges)
        out[i, 1] = np.digitize(x[i], edges, True)
        out[i, 2] = np.digitize(x[i], falling)
        out[i, 3] = np.digitize(x[i], falling, right=True)


@cuda.jit
def unordered_bins(edges, out):
    out[0] = 1
    out[0] = np.digitize(2.0, edges)
    out[1] = 2


@cuda.jit
def arrays_themselves(a, b, m, out):
    c = np.asarray(a)
    c[0] = 5
    d = np.asarray(a, a.dtype)
    out[0] = a is c
    out[1] = a is b
    out[2] = a is a[:]
    out[3] = a is a[1:]
    out[4] = a is not b
    out[5] = m is m.T
    out[6] = d is a
    out[7] = np.isscalar(a)
    out[8] = np.isscalar(a[0])
    out[9] = np.isscalar("text")
    out[10] = np.isscalar((1, 2))


@cuda.jit
def kind(a, out):
    if a.dtype.kind == "f":
        out[0] = a[0] / 2
    elif a.dtype.kind in ("i", "u"):
        out[0] = a[0] << 2
    else:
        out[0] = 100 if a.dtype.kind == "b" else 200


@cuda.jit
def kinds_of_others(z, t, d, out):
    out[0] = z.dtype.kind == "c"
    out[1] = t.dtype.kind == "M"
    out[2] = d.dtype.kind == "m"


@cuda.jit
def converted_indices(x, counts, table):
    i = cuda.grid(1)
    if i < x.size:
        cuda.atomic.add(counts, x[i], 1)
        cuda.atomic.max(table, (x[i] > 2, x[i] / 2), i)


@cuda.jit
def extreme_times(d, t, out, dates):
    i = cuda.grid(1)
    if i + 2 < d.size:
        out[0, i] = min(d[i], d[i + 1])
        out[1, i] = max((d[i], d[i + 1], d[i + 2]))
        dates[i] = max(t[i], t[i + 1])


@cuda.jit
def numbers_of_times(d, x, out, counts):
    i = cuda.grid(1)
    if i < d.size:
        out[i] = d[i] // x
        counts[i, 0] = int(d[i])
        counts[i, 1] = np.int64(d[i]) + 1


@cuda.jit
def sums_of_times(d, out):
    out[0] = d.sum()
    out[1] = np.sum(d[:5])
    out[2] = d[:5].mean()
    out[3] = min(d[:5])
    out[4] = max(d[:5])


@cuda.jit
def months_and_days(month, day, step, out, gaps, flags):
    i = cuda.grid(1)
    if i < month.size:
        out[0, i] = month[i] + step[i]
        out[1, i] = month[i] - step[i]
        out[2, i] = month[i]
        gaps[i] = day[i] - month[i]
        flags[i, 0] = month[i] < day[i]
        flags[i, 1] = month[i] == day[i]


@cuda.jit
def no_dimensions(a, n, out):
    w = a[n:n + 1].reshape(())
    w += 5
    w *= 2
    out[0] = w[()]
    out[1] = w.ndim
    out[2] = a[2:3].reshape(())[()] + 1


@cuda.jit(device=True)
def tenfold(f, i):
    return f[i] * 10


@cuda.jit
def flat_values(a, out):
    f = a.flat
    out[0] = f[1]
    f[2] = 9
    out[1] = len(f)
    for v in f:
        out[2] += v
    out[3] = tenfold(f, 1) + tenfold(a[0].flat, 1)
    g = a.flat
    out[4] = sum(g)
    rest = iter(a.flat)
    next(rest)
    out[5] = next(rest)
    for j, v in enumerate(a.T.flat):
        out[6] += j * v
    f[-1] += 3
    g = f if out[5] > 0 else g
    out[7] = g[len(f) - 1]


@cuda.jit("void(CharSeq(4)[:], UnicodeCharSeq(3)[::1], boolean[:])")
def texts_by_signature(a, b, out):
    out[0] = a[0] == a[1]
    out[1] = b[0] == b[1]
    out[2] = len(a[2]) == 3


@cuda.jit(types.void(types.CharSeq(4)[:], types.Array(types.UnicodeCharSeq(3), 1, "C"), types.boolean[:]))
def texts_by_types(a, b, out):
    out[0] = a[0] == a[1]
    out[1] = b[0] == b[1]
    out[2] = len(a[2]) == 3


TEXT = "ab"


@cuda.jit
def texts_made_while_compiling(out):
    s = "a" + "b"
    out[0] = s == TEXT
    out[1] = TEXT + "c" == "abc"
    out[2] = "a" * 3 == "aaa"
    out[3] = len(2 * s + "x")
    if s + s == "abab":
        out[4] = 1


INNER = slice(1, -1)
HALF = len(TEXT)
STEPS = slice(None, None, HALF)


@cuda.jit
def slices_of_the_file(a, m, out):
    for v in a[INNER]:
        out[0] += v
    out[1] = a[STEPS].size
    m[INNER, STEPS] = 7
    out[2] = INNER.stop
    s = INNER
    out[3] = len(a[s])


@cuda.jit
def bounded_numbers(x, y, out):
    i = cuda.grid(1)
    if i < x.size:
        out[i, 0] = int(max(min(x[i], np.float32(100.5)), np.float32(-2.75)))
        out[i, 1] = int(min(max(y[i], -2147483648.875), 2147483647.875)) + 1
        out[i, 2] = int(min(max(y[i], 0.0), 4294967295.0)) // 2
        out[i, 3] = int(max(min(-0.0, y[i]), -1.0)) - 1
        out[i, 4] = int(min(max(x[i], np.float32(-2147483648)), np.float32(2147483648))) * 3
        out[i, 5] = np.int32(min(max(y[i], -2147483648.0), 2147483647.0))


@cuda.jit
def indices_from_numbers(a, x, out, places):
    i = cuda.grid(1)
    if i < x.size:
        first = int(max(x[i], np.float32(0)))
        second = min(first + 1, a.size - 1)
        part = max(x[i], np.float32(0)) - np.float32(first)
        out[i, 0] = a[first] * (1 - part) + a[second] * part
        out[i, 1] = a[int(x[i])]
        places[i, 0] = first << 40
        unused = int(x[i] * np.float32(1e12))
        if abs(unused) < a.size:
            places[i, 1] = a[unused]
        else:
            places[i, 1] = unused
