"""datetime64 and timedelta64: arithmetic, comparison, NaT, units."""
import numpy as np
from numba import cuda


@cuda.jit
def differences(a, b, out, later):
    i = cuda.grid(1)
    if i < a.size:
        out[i] = a[i] - b[i]
        later[i] = a[i] > b[i]


@cuda.jit
def shifts(a, d, out):
    i = cuda.grid(1)
    if i < a.size:
        out[0, i] = a[i] + d[i]
        out[1, i] = a[i] - d[i]
        out[2, i] = d[i] * 3 + a[i]


@cuda.jit
def scales(d, e, out, ratio, whole, flags):
    i = cuda.grid(1)
    if i < d.size:
        out[0, i] = d[i] * 2.5
        out[1, i] = -d[i] + abs(e[i])
        out[2, i] = d[i] / 4
        out[3, i] = d[i] % e[i]
        ratio[i] = d[i] / e[i]
        whole[i] = d[i] // e[i]
        flags[i, 0] = d[i] == e[i]
        flags[i, 1] = d[i] != e[i]
        flags[i, 2] = d[i] <= e[i]
        flags[i, 3] = np.isnat(d[i])


@cuda.jit
def quotients(d, n, out):
    i = cuda.grid(1)
    if i < d.size:
        out[0, i] = d[i] // n[i]
        out[1, i] = d[i] / n[i]
        out[2, i] = d[i] // 2.5
        t = d[i]
        t //= -3
        out[3, i] = t


@cuda.jit
def units(day, seconds, out, same):
    i = cuda.grid(1)
    if i < day.size:
        out[i] = day[i] + seconds[i]
        same[i] = day[i] < day[i] + seconds[i]


@cuda.jit
def latest(a, out):
    best = a[0]
    for i in range(1, a.size):
        if a[i] > best:
            best = a[i]
    out[0] = best


@cuda.jit("void(datetime64[D], timedelta64[D], datetime64[D][:])")
def scalars(start, step, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = start + step * i


@cuda.jit
def views(a, n, days, stamps):
    i = cuda.grid(1)
    if i < a.size:
        n[i] = a.view(np.int64)[i] + 1
        days[i] = n.view("m8[D]")[i]
        stamps.view(np.int64)[i] = n[i] * 2


@cuda.jit
def cached(a, n):
    n[0] = cuda.ldcg(a, 0) == a[1]
