"""Loops over values of several types, and questions about types that are answered while compiling."""
from collections import namedtuple

import numba
import numpy as np
from numba import cuda, float32, literal_unroll

Pair = namedtuple("Pair", "left right")
TABLE = (1, 2.5, 3)
NAMES = ("sum", "product", "sum")


@cuda.jit
def mixed_sum(a, out):
    i = cuda.grid(1)
    if i < out.size:
        total = 0.0
        for x in literal_unroll((a[i], 2, 0.25)):
            total += x
        out[i] = total


@cuda.jit
def plain_mixed(a, out):
    i = cuda.grid(1)
    if i < out.size:
        for x in (a[i], i + 1, 2.5):
            out[i] += x // 2


@cuda.jit
def arrays_of_types(ints, floats, out):
    i = cuda.grid(1)
    if i < out.size:
        for row in numba.literal_unroll((ints, floats, TABLE)):
            out[i] += row[i % len(row)]


@cuda.jit
def tuple_argument(arrays, out):
    i = cuda.grid(1)
    if i < out.size:
        s = 0.0
        for a in literal_unroll(arrays):
            s = s * 10 + a[i]
        out[i] = s


@cuda.jit
def with_break(a, out):
    i = cuda.grid(1)
    if i < out.size:
        steps = 0
        for x in literal_unroll((a[i], 3, 4.5, 6)):
            if x > 4:
                break
            steps += 1
        else:
            steps = -1
        out[i] = steps


@cuda.jit
def with_continue(a, out):
    i = cuda.grid(1)
    if i < out.size:
        s = 0.0
        for x in literal_unroll((1, a[i], 2.5)):
            if x == a[i]:
                continue
            s += x
        else:
            s += 100
        out[i] = s


@cuda.jit
def break_and_continue(a, out):
    i = cuda.grid(1)
    if i < out.size:
        for k, x in enumerate(literal_unroll((1, 2.5, 3, a[i], 5))):
            if k == 1:
                continue
            if x == i:
                break
            out[i] += x
        else:
            out[i] += 1000


@cuda.jit
def inside_a_loop(a, out):
    i = cuda.grid(1)
    if i < out.size:
        for j in range(4):
            if j == 3:
                break
            for x in (j, 0.5):
                if x == i:
                    continue
                out[i] += x * a[i]


@cuda.jit
def nested(out):
    i = cuda.grid(1)
    if i < out.size:
        for x in (1, 2.5):
            for y in (x, 10, (3, 4)):
                if isinstance(y, tuple):
                    out[i] += y[0] * 100 + y[1] * 1000
                else:
                    out[i] += x * y


@cuda.jit
def zipped(ints, floats, out):
    i = cuda.grid(1)
    if i < out.size:
        for weight, row in zip((2, 0.5), (ints, floats)):
            out[i] += weight * row[i]
        for k, (x, y) in enumerate(zip((1, 2.5, 3), reversed((4, 5.5, 6))), 1):
            out[i] += k * x * y


@cuda.jit
def index_by_loop(ints, floats, out):
    i = cuda.grid(1)
    if i < out.size:
        arrays = (ints, floats)
        for k in range(len(arrays)):
            out[i] += (k + 1) * arrays[k][i]


@cuda.jit
def index_by_unrolled(ints, floats, out):
    i = cuda.grid(1)
    if i < out.size:
        arrays = (ints, floats, 7)
        for k in literal_unroll((1, 0)):
            out[i] = out[i] * 10 + arrays[k][i]


@cuda.jit
def by_name(a, out):
    i = cuda.grid(1)
    if i < out.size:
        s = 1.0
        for name in literal_unroll(NAMES):
            if name == "sum":
                s += a[i]
            else:
                s *= a[i]
        out[i] = s


@cuda.jit(device=True)
def double(x):
    return x * 2


@cuda.jit(device=True)
def half(x):
    return x / 2


@cuda.jit
def functions_in_a_tuple(a, out):
    i = cuda.grid(1)
    if i < out.size:
        for f in (double, half, double):
            out[i] += f(a[i])


@cuda.jit
def closure_in_a_loop(a, out):
    i = cuda.grid(1)
    if i < out.size:
        for x in (1, 2.5):
            def scaled(y, by=x):
                return y * by + x
            out[i] += scaled(a[i])


@cuda.jit
def last_value(out):
    i = cuda.grid(1)
    if i < out.size:
        for x in (1.5, i):
            y = x + 1
        out[i] = x * 100 + y


@cuda.jit
def with_barriers(ints, floats, out):
    tile = cuda.shared.array(32, float32)
    i = cuda.threadIdx.x
    for row in (ints, floats):
        tile[i] = row[i]
        cuda.syncthreads()
        out[i] += tile[31 - i]
        cuda.syncthreads()


# Questions about types


@cuda.jit(device=True)
def kind(x):
    if isinstance(x, tuple):
        return 100 + len(x)
    if isinstance(x, (bool, str)):
        return 1
    if isinstance(x, int):
        return 2
    elif isinstance(x, float):
        return 3
    elif isinstance(x, complex):
        return 4
    return 5


@cuda.jit
def kinds(a, b, c, d, e, out):
    out[0] = kind(a)
    out[1] = kind(b)
    out[2] = kind(c)
    out[3] = kind(d)
    out[4] = kind(e)
    out[5] = kind("text")
    out[6] = kind(1j)
    out[7] = kind(a is None)


@cuda.jit(device=True)
def element(x, i):
    return x[i] if isinstance(x, np.ndarray) else x


@cuda.jit
def array_or_number(a, b, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = element(a, i) + element(b, i)


@cuda.jit(device=True)
def total(x):
    if hasattr(x, "shape"):
        s = 0.0
        for i in range(getattr(x, "shape")[0]):
            s += x[i]
        return s
    return float(x)


@cuda.jit
def attributes(a, out):
    p = Pair(3, 4.5)
    out[0] = total(a)
    out[1] = total(7)
    out[2] = getattr(p, "left") + getattr(p, "right")
    out[3] = getattr(a, "missing", -1.0)
    out[4] = hasattr(p, "right") and p.right > 4
    out[5] = 1.0 if hasattr(a, "shape") and a.shape[0] > 2 else 0.0
    out[6] = 1.0 if hasattr(p, "shape") and p.shape[0] > 2 else 0.0
    out[7] = getattr(a, "ndim")


@cuda.jit
def rank(a, out):
    i = cuda.grid(1)
    if i < out.size:
        if a.ndim == 2:
            out[i] = a[i, 0] + a[i, 1]
        else:
            out[i] = a[i] * 2


@cuda.jit(device=True)
def sum_of(t):
    if len(t) == 0:
        return 0
    return t[0] + sum_of(t[1:])


@cuda.jit
def recursive_tuple(a, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = sum_of((1, a[i], 2.5))


@cuda.jit
def types_compared(a, b, x, out):
    out[0] = type(x) is float
    out[1] = type(a[0]) == np.float32
    out[2] = type(a[0]) == type(b[0])
    out[3] = type(a) is np.ndarray
    out[4] = type(x) in (int, float)
    if type(a[0]) is type(x):
        out[5] = x
    else:
        out[5] = a[0]
    if a.dtype == np.float32:
        out[6] = 1
    out[7] = isinstance(b[0], np.integer) and isinstance(a[0], np.floating)


# Arrays without dimensions


@cuda.jit
def zero_dimensions(a, n, table, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = a[()] * 2 + a.ndim + a.size + len(a.shape) + table[n] + a.item()


@cuda.jit
def zero_written(a, b, out):
    out[()] = a[()] + b[...]
    b[...] = 7
    np.add(a, b, a)
    cuda.atomic.add(b, (), 2)


@cuda.jit
def zero_reduced(a, out):
    out[0] = a.sum() + a.max()
    out[1] = a.reshape(1)[0]
    out[2] = a[None][0]
    if a.size == 1 and a.shape == ():
        out[3] = a.ravel()[0]
