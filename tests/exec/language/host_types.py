# Types, limits and times that the file makes, in signatures and kernels.
from numba import cuda, float32, float64, int32, int64, optional, typeof, types, void
import math
import numpy as np
import operator

EXAMPLE = np.ones((3, 4), np.float32)
FORTRAN = np.asfortranarray(np.ones((3, 4), np.int32))
START = np.datetime64("2024-02-29")
WEEK = np.timedelta64(7, "D")
EARLY = np.datetime64("1969-12-30")
MONTH = np.datetime64("2024-02", "D")
COUNTED = np.datetime64(19000, "D")
PAUSE = np.timedelta64(3)
NEVER = np.datetime64("NaT")
NEXT_WEEK = START + WEEK
TWO_WEEKS = 2 * WEEK
SPAN = START - COUNTED


@cuda.jit(void(typeof(EXAMPLE), typeof(EXAMPLE[0]), typeof(2)))
def by_example(m, row, k):
    for i in range(m.shape[0]):
        m[i, k] = row[i] * k


@cuda.jit((typeof(FORTRAN), typeof((1, 2.5)), typeof(None)))
def by_fortran(m, pair, nothing):
    if nothing is None:
        m[0, 1] = pair[0]
        m[1, 0] = pair[1] * 2


@cuda.jit(void(types.Array(dtype=float32, ndim=1, layout="C", readonly=True), types.Array(float64, ndim=1, layout="A")))
def by_keywords(x, out):
    for i in range(x.size):
        out[i] = x[i]


@cuda.jit("void(Array(dtype=float32, ndim=1, layout='C'), Array(float64, 1, layout=\"A\"), array(int64, 2d, C))")
def in_text(x, out, m):
    for i in range(x.size):
        out[i] = x[i] + m[0, i]


@cuda.jit(types.none(types.UniTuple(dtype=float64, count=2), types.Tuple((int32, int64)), types.void, float64[:]))
def nothing_and_tuples(a, b, c, out):
    out[0] = a[0] + a[1] + b[0] + b[1]


@cuda.jit(float64(types.Optional(float64), int64), device=True)
def scaled(x, n):
    if x is None:
        return -1.0 * n
    return x * n


@cuda.jit("optional(float64)(optional(float64))", device=True)
def root(x):
    if x is None:
        return None
    if x < 0:
        return None
    return math.sqrt(x)


@cuda.jit
def maybe(x, out):
    out[0] = scaled(2.5, 3)
    out[1] = scaled(None, 3)
    r = root(x)
    out[2] = -7.0 if r is None else r
    out[3] = 1.0 if root(None) is None else 0.0


@cuda.jit([void(optional(float64), float64[:])])
def maybe_kernel(x, out):
    out[0] = 5.0 if x is None else x


@cuda.jit
def float_limits(x, out):
    info = np.finfo(np.float32)
    own = np.finfo(x.dtype)
    out[0] = info.eps
    out[1] = info.max
    out[2] = own.tiny
    out[3] = own.min
    out[4] = np.finfo(x.dtype).resolution
    out[5] = np.finfo(x[0]).nmant
    out[6] = own.bits
    out[7] = np.finfo(np.float64).eps
    out[8] = own.epsneg
    out[9] = own.maxexp + own.minexp + own.machep + own.negep + own.precision + own.iexp
    out[10] = own.smallest_subnormal


@cuda.jit
def integer_limits(x, out):
    out[0] = np.iinfo(x.dtype).max
    info = np.iinfo(x.dtype.type)
    out[1] = info.min
    out[2] = info.bits
    out[3] = np.iinfo(np.int64).max
    best = np.iinfo(x.dtype).max
    for v in x:
        best = min(best, v)
    out[4] = best


@cuda.jit
def known_times(t, out, spans):
    out[0] = START
    out[1] = START + WEEK
    out[2] = NEXT_WEEK
    out[3] = MONTH
    out[4] = COUNTED
    out[5] = NEVER
    out[6] = EARLY
    out[7] = np.datetime64("2024-12-31")
    spans[0] = t[0] - START
    spans[1] = WEEK
    spans[2] = TWO_WEEKS
    spans[3] = SPAN
    spans[4] = np.timedelta64(5, "D")


@cuda.jit
def items(a, i, pair, out):
    t = (10, 20, 30)
    out[0] = operator.getitem(t, 1)
    out[1] = operator.getitem(t, i)
    out[2] = operator.getitem(pair, 0)
    out[3] = operator.getitem(a, i)
    out[4] = operator.getitem(a, (i,))
    operator.setitem(a, i, 99)
    out[5] = operator.contains(t, 20) + 2 * operator.contains(pair, 7)
    out[6] = operator.getitem(t, -1)
    out[7] = operator.getitem(t, slice(1, 3))[1]
    out[8] = len("four")


@cuda.jit
def shapes(out):
    s = cuda.shared.array(max(3, 4), float32)
    t = cuda.local.array((math.ceil(5 / 2), min(2, 7, 9)), float32)
    n = max(2, len((1, 2, 3)))
    u = cuda.local.array(n, int32)
    out[0] = s.size
    out[1] = t.shape[0]
    out[2] = t.shape[1]
    out[3] = u.size
