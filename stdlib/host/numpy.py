"""NumPy for host programs: what is made of the functions in compiler/host/array_*.cpp."""

import _host
import numpy as np


def _axis(axis, ndim):
    if not -ndim <= axis < ndim:
        raise ValueError(f"axis {axis} is out of bounds for array of dimension {ndim}")
    return axis + ndim if axis < 0 else axis


def _product(numbers):
    result = 1
    for each in numbers:
        result *= each
    return result


def _at(axis, part):
    """An index that takes `part` along an axis."""
    return (slice(None),) * axis + (part,)


# --- creation

def linspace(start, stop, num=50, endpoint=True, retstep=False, dtype=None, axis=0):
    if np.asarray(start).ndim or np.asarray(stop).ndim:
        _host.unknown("np.linspace between arrays is not followed")
    if num < 0:
        raise ValueError(f"Number of samples, {num}, must be non-negative.")
    div = num - 1 if endpoint else num
    start, stop = start * 1.0, stop * 1.0
    delta = stop - start
    y = np.arange(0, num, dtype=np.float64)
    step = float("nan")
    if div > 0:
        step = delta / div
        y = y / div * delta if step == 0 else y * step
    else:
        y = y * delta
    y = y + start
    if endpoint and num > 1:
        y[-1] = stop
    if dtype is not None:
        y = np.floor(y) if np.dtype(dtype).kind in "iu" else y
        y = y.astype(dtype)
    return (y, np.float64(step)) if retstep else y


def logspace(start, stop, num=50, endpoint=True, base=10.0, dtype=None):
    y = np.power(base, linspace(start, stop, num, endpoint))
    return y if dtype is None else y.astype(dtype)


def eye(N, M=None, k=0, dtype=float):
    m = np.zeros((N, N if M is None else M), dtype)
    for i in range(max(-k, 0), min(N, m.shape[1] - k)):
        m[i, i + k] = 1
    return m


def identity(n, dtype=None):
    return eye(n, dtype=float if dtype is None else dtype)


def fromiter(iter, dtype, count=-1):
    values = list(iter)
    return np.array(values if count < 0 else values[:count], dtype=dtype)


def fromfunction(function, shape, *, dtype=float, **keywords):
    return function(*indices(shape, dtype=dtype), **keywords)


def indices(dimensions, dtype=int):
    count = len(dimensions)
    return np.array([np.broadcast_to(np.arange(n, dtype=dtype).reshape((1,) * d + (-1,) + (1,) * (count - d - 1)), dimensions)
                     for d, n in enumerate(dimensions)], dtype=dtype)


def meshgrid(*xi, indexing="xy", sparse=False, copy=True):
    count = len(xi)
    arrays = [np.asarray(x).reshape((1,) * d + (-1,) + (1,) * (count - d - 1)) for d, x in enumerate(xi)]
    if indexing == "xy" and count > 1:
        arrays[0] = np.asarray(xi[0]).reshape((1, -1) + (1,) * (count - 2))
        arrays[1] = np.asarray(xi[1]).reshape((-1, 1) + (1,) * (count - 2))
    if sparse or not copy:
        _host.unknown("this argument of np.meshgrid is not followed")
    shape = [max([a.shape[d] for a in arrays]) for d in range(count)]
    return tuple([np.broadcast_to(a, shape).copy() for a in arrays])


class _Grid:
    def __init__(self, is_open):
        self.is_open = is_open

    def __getitem__(self, key):
        keys = key if isinstance(key, tuple) else (key,)
        lines = []
        for each in keys:
            start = 0 if each.start is None else each.start
            if isinstance(each.step, complex):
                lines.append(linspace(start, each.stop, int(abs(each.step))))
            else:
                lines.append(np.arange(start, each.stop, 1 if each.step is None else each.step))
        if not isinstance(key, tuple):
            return lines[0]
        if self.is_open:
            return tuple([line.reshape((1,) * d + (-1,) + (1,) * (len(lines) - d - 1)) for d, line in enumerate(lines)])
        return np.array(meshgrid(*lines, indexing="ij"))


mgrid, ogrid = _Grid(False), _Grid(True)


def tri(N, M=None, k=0, dtype=float):
    return (np.arange(N).reshape(-1, 1) >= np.arange(-k, (N if M is None else M) - k)).astype(dtype)


def tril(m, k=0):
    a = np.asarray(m)
    return np.where(tri(*a.shape[-2:], k=k, dtype=bool), a, np.zeros(1, a.dtype))


def triu(m, k=0):
    a = np.asarray(m)
    return np.where(tri(*a.shape[-2:], k=k - 1, dtype=bool), np.zeros(1, a.dtype), a)


def diag(v, k=0):
    a = np.asarray(v)
    if a.ndim == 2:
        return diagonal(a, k).copy()
    n = len(a) + abs(k)
    made = np.zeros((n, n), a.dtype)
    for i in range(len(a)):
        made[i + max(-k, 0), i + max(k, 0)] = a[i]
    return made


def diagonal(a, offset=0):
    a = np.asarray(a)
    if a.ndim != 2:
        _host.unknown("diagonals of arrays of more dimensions are not followed")
    count = max(min(a.shape[0] - max(-offset, 0), a.shape[1] - max(offset, 0)), 0)
    return np.array([a[i + max(-offset, 0), i + max(offset, 0)] for i in range(count)], dtype=a.dtype)


def trace(a):
    return np.sum(diagonal(a))


def loadtxt(fname, dtype=float, comments="#", delimiter=None, converters=None, skiprows=0, usecols=None, unpack=False, ndmin=0,
            encoding=None, max_rows=None):
    if converters is not None or max_rows is not None or not isinstance(comments, str) or np.dtype(dtype).kind == "V":
        _host.unknown("this argument of np.loadtxt is not followed")
    if isinstance(fname, str) or hasattr(fname, "__fspath__"):
        with open(fname) as file:
            lines = file.read().splitlines()
    else:
        lines = fname.read().splitlines() if hasattr(fname, "read") else list(fname)
    read = int if np.dtype(dtype).kind in "iu" else float
    rows = []
    for line in lines[skiprows:]:
        parts = [part.strip() for part in line.split(comments)[0].strip().split(delimiter)]
        if parts in ([], [""]):
            continue
        if usecols is not None:
            parts = [parts[i] for i in ([usecols] if isinstance(usecols, int) else usecols)]
        rows.append([read(part) for part in parts])
    made = np.array(rows, dtype=dtype)
    if ndmin < 2:
        made = made.reshape([n for n in made.shape if n != 1] or ([] if ndmin == 0 else [1]))
    return made.T if unpack else made


# --- shapes

def expand_dims(a, axis):
    a = np.asarray(a)
    return a[_at(_axis(axis, a.ndim + 1), None)]


def squeeze(a, axis=None):
    a = np.asarray(a)
    axes = range(a.ndim) if axis is None else [_axis(d, a.ndim) for d in (axis if isinstance(axis, tuple) else (axis,))]
    if axis is not None and any([a.shape[d] != 1 for d in axes]):
        raise ValueError("cannot select an axis to squeeze out which has size not equal to one")
    return a[tuple([0 if d in axes and a.shape[d] == 1 else slice(None) for d in range(a.ndim)])] if a.ndim else a


def moveaxis(a, source, destination):
    a = np.asarray(a)
    if not isinstance(source, int):
        _host.unknown("np.moveaxis of several axes is not followed")
    order = [d for d in range(a.ndim) if d != _axis(source, a.ndim)]
    order.insert(_axis(destination, a.ndim), _axis(source, a.ndim))
    return a.transpose(order)


def swapaxes(a, axis1, axis2):
    a = np.asarray(a)
    order = list(range(a.ndim))
    i, j = _axis(axis1, a.ndim), _axis(axis2, a.ndim)
    order[i], order[j] = order[j], order[i]
    return a.transpose(order)


def atleast_1d(a):
    a = np.asarray(a)
    return a if a.ndim else a.reshape(1)


def atleast_2d(a):
    a = np.asarray(a)
    return a if a.ndim > 1 else a.reshape(1, -1)


def stack(arrays, axis=0):
    return np.concatenate([expand_dims(a, axis) for a in arrays], axis)


def vstack(tup):
    return np.concatenate([atleast_2d(a) for a in tup], 0)


def hstack(tup):
    arrays = [atleast_1d(a) for a in tup]
    return np.concatenate(arrays, 0 if arrays[0].ndim == 1 else 1)


def column_stack(tup):
    return np.concatenate([np.asarray(a).reshape(-1, 1) if np.asarray(a).ndim < 2 else a for a in tup], 1)


def dstack(tup):
    arrays = [atleast_2d(a) for a in tup]
    return np.concatenate([a.reshape(a.shape + (1,)) if a.ndim == 2 else a for a in arrays], 2)


def append(arr, values, axis=None):
    if axis is None:
        return np.concatenate([np.ravel(arr), np.ravel(values)])
    return np.concatenate([arr, values], axis)


def tile(A, reps):
    a = np.asarray(A)
    reps = (reps,) if isinstance(reps, int) else tuple(reps)
    ndim = max(a.ndim, len(reps))
    a = a.reshape((1,) * (ndim - a.ndim) + a.shape)
    for axis, count in enumerate((1,) * (ndim - len(reps)) + reps):
        a = np.concatenate([a] * count, axis) if count else a[_at(axis, slice(0, 0))]
    return a.copy()


def flip(m, axis=None):
    m = np.asarray(m)
    axes = range(m.ndim) if axis is None else [_axis(axis, m.ndim)]
    return m[tuple([slice(None, None, -1) if d in axes else slice(None) for d in range(m.ndim)])]


def fliplr(m):
    return flip(m, 1)


def flipud(m):
    return flip(m, 0)


def roll(a, shift, axis=None):
    a = np.asarray(a)
    if axis is None:
        return roll(a.ravel(), shift, 0).reshape(a.shape)
    axis = _axis(axis, a.ndim)
    count = a.shape[axis]
    at = shift % count if count else 0
    return np.concatenate([a[_at(axis, slice(count - at, None))], a[_at(axis, slice(None, count - at))]], axis)


def rot90(m, k=1):
    m = np.asarray(m)
    return [m[:], flip(m.transpose(), 0), flip(m), flip(m, 0).transpose()][k % 4]


def pad(array, pad_width, mode="constant", constant_values=0):
    a = np.asarray(array)
    if mode != "constant" or not isinstance(constant_values, (int, float)):
        _host.unknown("this mode of np.pad is not followed")
    widths = np.broadcast_to(pad_width, (a.ndim, 2)).tolist()
    made = np.full([n + before + after for n, (before, after) in zip(a.shape, widths)], constant_values, dtype=a.dtype)
    made[tuple([slice(before, before + n) for n, (before, after) in zip(a.shape, widths)])] = a
    return made


def split(ary, indices_or_sections, axis=0):
    a = np.asarray(ary)
    if isinstance(indices_or_sections, int) and a.shape[axis] % indices_or_sections:
        raise ValueError("array split does not result in an equal division")
    return array_split(a, indices_or_sections, axis)


def array_split(ary, indices_or_sections, axis=0):
    a = np.asarray(ary)
    count = a.shape[axis]
    if isinstance(indices_or_sections, int):
        size, more = divmod(count, indices_or_sections)
        ends = [size * i + min(i, more) for i in range(1, indices_or_sections)]
    else:
        ends = list(indices_or_sections)
    return [a[_at(axis, slice(begin, end))] for begin, end in zip([0] + ends, ends + [count])]


def take(a, indices, axis=None):
    return np.asarray(a).ravel()[indices] if axis is None else np.asarray(a)[_at(_axis(axis, np.asarray(a).ndim), indices)]


def unravel_index(indices, shape):
    parts = []
    for n in reversed(shape):
        parts.append(indices % n)
        indices = indices // n
    return tuple([np.int64(part) if isinstance(part, int) else part for part in reversed(parts)])


def ndindex(*shape):
    import itertools
    shape = shape[0] if len(shape) == 1 and isinstance(shape[0], tuple) else shape
    return itertools.product(*[range(n) for n in shape])


def ndenumerate(arr):
    a = np.asarray(arr)
    for place in ndindex(a.shape):
        yield place, a[place]


# --- arithmetic

def clip(a, a_min=None, a_max=None, *, min=None, max=None):
    low, high = a_min if min is None else min, a_max if max is None else max
    a = a if low is None else np.maximum(a, low)
    return a if high is None else np.minimum(a, high)


def round(a, decimals=0):
    a = a if isinstance(a, np.generic) else np.asarray(a)
    if a.dtype.kind in "iu" and decimals >= 0:
        return a.copy()
    if a.dtype.kind in "bciu":
        _host.unknown("np.round of this type is not followed")
    scale = 10.0 ** abs(decimals)
    if decimals == 0:
        return np.rint(a)
    return np.rint(a * scale) / scale if decimals > 0 else np.rint(a / scale) * scale


def var(a, axis=None, dtype=None, out=None, ddof=0, keepdims=False):
    a = np.asarray(a)
    if a.dtype.kind == "c" or a.dtype == np.float16 or dtype is not None or out is not None:
        _host.unknown("this variance is not followed")
    x = a - np.mean(a, axis=axis, keepdims=True)
    x = x * x
    count = a.size if axis is None else a.shape[axis]
    total = np.sum(x, axis=axis, keepdims=keepdims)
    return total / max(count - ddof, 0)


def std(a, axis=None, dtype=None, out=None, ddof=0, keepdims=False):
    return np.sqrt(var(a, axis, dtype, out, ddof, keepdims))


def ptp(a, axis=None):
    return np.max(a, axis=axis) - np.min(a, axis=axis)


def median(a):
    values = np.sort(np.asarray(a), axis=None)
    half = len(values) // 2
    return np.mean(values[half:half + 1] if len(values) % 2 else values[half - 1:half + 1])


def average(a, axis=None, weights=None):
    if weights is not None:
        total = np.sum(np.asarray(weights), axis=axis)
        return np.sum(np.multiply(a, weights), axis=axis) / total
    return np.mean(a, axis=axis)


def diff(a, n=1, axis=-1):
    a = np.asarray(a)
    axis = _axis(axis, a.ndim)
    for _ in range(n):
        after, before = a[_at(axis, slice(1, None))], a[_at(axis, slice(None, -1))]
        a = after != before if a.dtype == np.bool_ else after - before
    return a


def outer(a, b):
    return np.multiply(np.ravel(a).reshape(-1, 1), np.ravel(b))


def inner(a, b):
    return np.dot(a, np.asarray(b).T)


def cross(a, b):
    a, b = np.asarray(a), np.asarray(b)
    if a.shape != (3,) or b.shape != (3,):
        _host.unknown("np.cross of these shapes is not followed")
    return np.array([a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]])


def kron(a, b):
    a, b = np.asarray(a), np.asarray(b)
    if a.ndim != 2 or b.ndim != 2:
        _host.unknown("np.kron of these shapes is not followed")
    both = a.reshape(a.shape[0], 1, a.shape[1], 1) * b.reshape(1, b.shape[0], 1, b.shape[1])
    return both.reshape(a.shape[0] * b.shape[0], a.shape[1] * b.shape[1])


def norm(x, ord=None, axis=None):
    x = np.asarray(x)
    if ord is not None or axis is not None or x.dtype.kind == "c":
        _host.unknown("this norm is not followed")
    x = x.ravel() if x.dtype.kind == "f" else x.ravel().astype(float)
    return np.sqrt(np.dot(x, x))


def polyval(p, x):
    y = np.asarray(x) * 0
    for each in p:
        y = y * x + each
    return y


def convolve(a, v, mode="full"):
    a, v = np.asarray(a), np.asarray(v)
    if len(v) > len(a):
        a, v = v, a
    n, m = len(a), len(v)
    full = np.array([np.dot(a[max(k - m + 1, 0):k + 1], v[::-1][max(m - 1 - k, 0):m - max(k - n + 1, 0)]) for k in range(n + m - 1)])
    return full if mode == "full" else full[(m - 1) // 2:(m - 1) // 2 + n] if mode == "same" else full[m - 1:n]


def trapezoid(y, x=None, dx=1.0):
    y = np.asarray(y)
    d = dx if x is None else diff(x)
    return np.sum(d * (y[1:] + y[:-1]) / 2.0)


def interp(x, xp, fp, left=None, right=None):
    if isinstance(x, (list, tuple, np.ndarray)):
        return np.array([interp(each, xp, fp, left, right) for each in x], dtype=float)
    xp, fp = [float(v) for v in xp], [float(v) for v in fp]
    x = float(x)
    if x > xp[-1]:
        return np.float64(fp[-1] if right is None else right)
    if x < xp[0]:
        return np.float64(fp[0] if left is None else left)
    j = len([v for v in xp if v <= x]) - 1
    if j == len(xp) - 1 or xp[j] == x:
        return np.float64(fp[j])
    return np.float64((fp[j + 1] - fp[j]) / (xp[j + 1] - xp[j]) * (x - xp[j]) + fp[j])


def sinc(x):
    y = np.pi * np.where(np.asarray(x) == 0, 1.0e-20, x)
    return np.sin(y) / y


def _window(name):
    def window(M):
        n = np.arange(1 - M, M, 2)
        return {"hanning": lambda: 0.5 + 0.5 * np.cos(np.pi * n / (M - 1)), "hamming": lambda: 0.54 + 0.46 * np.cos(np.pi * n / (M - 1)),
                "blackman": lambda: 0.42 + 0.5 * np.cos(np.pi * n / (M - 1)) + 0.08 * np.cos(2.0 * np.pi * n / (M - 1))}[name]()
    return window


hanning, hamming, blackman = _window("hanning"), _window("hamming"), _window("blackman")


def fftfreq(n, d=1.0):
    half = (n - 1) // 2 + 1
    return np.concatenate([np.arange(0, half), np.arange(-(n // 2), 0)]) * (1.0 / (n * d))


around, trapz = round, trapezoid


# --- searching

def argwhere(a):
    return np.asarray(np.nonzero(a)).transpose().copy()


def flatnonzero(a):
    return np.nonzero(np.ravel(a))[0]


def count_nonzero(a):
    return np.sum(np.asarray(a) != 0)


def searchsorted(a, v, side="left"):
    import bisect
    place = bisect.bisect_left if side == "left" else bisect.bisect_right
    values = np.asarray(a).tolist()
    if isinstance(v, (list, tuple, np.ndarray)):
        return np.array([place(values, each) for each in np.asarray(v).tolist()], dtype=np.int64)
    return np.int64(place(values, v))


def digitize(x, bins, right=False):
    return searchsorted(bins, x, "left" if right else "right")


def unique(ar, return_index=False, return_inverse=False, return_counts=False):
    if return_index or return_inverse:
        _host.unknown("this argument of np.unique is not followed")
    values = np.sort(np.asarray(ar), axis=None)
    if len(values) == 0:
        return values
    keep = np.concatenate([np.ones(1, bool), values[1:] != values[:-1]])
    found = values[keep]
    if not return_counts:
        return found
    ends = flatnonzero(keep).tolist() + [len(values)]
    return found, np.array([end - begin for begin, end in zip(ends, ends[1:])], dtype=np.int64)


def bincount(x, weights=None, minlength=0):
    values = np.asarray(x).tolist()
    if weights is not None or any([v < 0 for v in values]):
        _host.unknown("this np.bincount is not followed")
    counts = [0] * max(minlength, max(values) + 1 if values else 0)
    for v in values:
        counts[v] += 1
    return np.array(counts, dtype=np.int64)


def isin(element, test_elements):
    wanted = np.asarray(test_elements).ravel().tolist()
    a = np.asarray(element)
    return np.array([v in wanted for v in a.ravel().tolist()], dtype=bool).reshape(a.shape)


def array_equal(a1, a2):
    a, b = np.asarray(a1), np.asarray(a2)
    return a.shape == b.shape and bool(np.all(a == b))


def isclose(a, b, rtol=1e-05, atol=1e-08):
    return np.abs(np.subtract(a, b)) <= atol + rtol * np.abs(b)


def allclose(a, b, rtol=1e-05, atol=1e-08):
    return bool(np.all(isclose(a, b, rtol, atol)))


# --- limits of types

class iinfo:
    def __init__(self, type):
        self.dtype = np.dtype(type)
        if self.dtype.kind not in "iu":
            raise ValueError("Invalid integer data type")
        self.kind = self.dtype.kind
        self.bits = self.dtype.itemsize * 8
        self.min = -(1 << self.bits - 1) if self.kind == "i" else 0
        self.max = (1 << self.bits - 1) - 1 if self.kind == "i" else (1 << self.bits) - 1


class finfo:
    def __init__(self, dtype):
        self.dtype = np.dtype(dtype)
        if self.dtype.kind not in "fc":
            raise ValueError("data type not inexact")
        kind = self.dtype.type if self.dtype.kind == "f" else np.float32 if self.dtype.itemsize == 8 else np.float64
        self.bits = np.dtype(kind).itemsize * 8
        self.nmant, largest, self.precision = {16: (10, 15, 3), 32: (23, 127, 6), 64: (52, 1023, 15)}[self.bits]
        self.eps = kind(2.0 ** -self.nmant)
        self.max = kind((2.0 - 2.0 ** -self.nmant) * 2.0 ** largest)
        self.min = -self.max
        self.tiny = self.smallest_normal = kind(2.0 ** (1 - largest))
        self.resolution = kind(10.0 ** -self.precision)


def vectorize(pyfunc):
    def call(x):
        a = np.asarray(x)
        return np.array([pyfunc(v) for v in a.ravel()]).reshape(a.shape)
    return call
