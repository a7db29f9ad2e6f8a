"""NumPy for host programs: what is made of the functions in compiler/host/arrays/array_*.cpp."""

import bisect

import _host
import numpy as np

def linspace(start, stop, num=50, endpoint=True, retstep=False, dtype=None, axis=0):
    _host.unknown_if(num < 0 or np.asarray(start).ndim or np.asarray(stop).ndim, "these arguments of np.linspace are not followed")
    div = num - 1 if endpoint else num
    start, stop = start * 1.0, stop * 1.0
    step = (stop - start) / div if div > 0 else float("nan")
    y = np.arange(0, num, dtype=np.float64)
    y = (y * step if div > 0 and step != 0 else y / max(div, 1) * (stop - start)) + start
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
    M = N if M is None else M
    _host.unknown_if(min(N, M) < 0, "what these arguments raise is not followed")
    return (np.arange(N).reshape(-1, 1) + k == np.arange(M)).astype(dtype)

def identity(n, dtype=None): return eye(n, dtype=float if dtype is None else dtype)

def indices(dimensions, dtype=int, sparse=False):
    grids = meshgrid(*[np.arange(n, dtype=dtype) for n in dimensions], indexing="ij", sparse=sparse)
    return grids if sparse else np.array(grids, dtype=dtype).reshape((len(dimensions),) + tuple(dimensions))

def fromfunction(function, shape, *, dtype=float, **keywords): return function(*indices(shape, dtype=dtype), **keywords)
def fromiter(iter, dtype, count=-1): return np.array(list(iter)[:None if count < 0 else count], dtype=dtype)

def meshgrid(*xi, indexing="xy", sparse=False, copy=True):
    _host.unknown_if(not copy or indexing not in ("xy", "ij"), "this argument of np.meshgrid is not followed")
    count = len(xi)
    axes = [1 - d if indexing == "xy" and count > 1 and d < 2 else d for d in range(count)]
    arrays = [np.asarray(x).reshape((1,) * d + (-1,) + (1,) * (count - d - 1)) for d, x in zip(axes, xi)]
    shape = [max([a.shape[d] for a in arrays]) if all([a.size for a in arrays]) else min([a.shape[d] for a in arrays])
             for d in range(count)]
    return tuple([(a if sparse else np.broadcast_to(a, shape)).copy() for a in arrays])

class _Grid:
    def __init__(self, is_open): self.is_open = is_open

    def __getitem__(self, key):
        if not isinstance(key, tuple):
            return _line(key)
        grids = meshgrid(*[_line(each) for each in key], indexing="ij", sparse=self.is_open)
        return grids if self.is_open else np.array(grids)

def _line(part):
    """The numbers that a slice stands for; an imaginary step counts them."""
    start = 0 if part.start is None else part.start
    if isinstance(part.step, complex):
        return linspace(start, part.stop, int(abs(part.step)))
    return np.arange(start, part.stop, 1 if part.step is None else part.step)

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
        return diagonal(a, k)
    _host.unknown_if(a.ndim != 1, "what these arguments raise is not followed")
    made = np.zeros((len(a) + abs(k),) * 2, a.dtype)
    for i in range(len(a)):
        made[i + max(-k, 0), i + max(k, 0)] = a[i]
    return made

def diagonal(a, offset=0):
    a = np.asarray(a)
    _host.unknown_if(a.ndim != 2, "diagonals of arrays of other dimensions are not followed")
    return _host.diagonal(a, offset)

def trace(a, offset=0): return np.sum(diagonal(a, offset))

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

def clip(a, a_min=None, a_max=None, *, min=None, max=None):
    low, high = a_min if min is None else min, a_max if max is None else max
    _host.unknown_if(low is None and high is None, "np.clip without bounds depends on NumPy's version")
    a = a if low is None else np.maximum(a, low)
    return a if high is None else np.minimum(a, high)

def round(a, decimals=0):
    a = a if isinstance(a, np.generic) else np.asarray(a)
    _host.unknown_if(a.dtype.kind in "bc" or not isinstance(decimals, int), "np.round of this type is not followed")
    if a.dtype.kind in "iu" and decimals >= 0:
        return a.copy()[()] if a.ndim == 0 else a.copy()
    scale = 10.0 ** abs(decimals)
    if decimals == 0:
        return np.rint(a)
    rounded = np.rint(a * scale) / scale if decimals > 0 else np.rint(a / scale) * scale
    return rounded.astype(a.dtype) if a.dtype.kind in "iu" else rounded

def around(a, decimals=0): return round(a, decimals)

def var(a, axis=None, dtype=None, out=None, ddof=0, keepdims=False):
    a = np.asarray(a)
    if a.dtype.kind == "c" or a.dtype == np.float16 or dtype is not None or out is not None:
        _host.unknown("this variance is not followed")
    x = a - np.mean(a, axis=axis, keepdims=True)
    x = x * x
    count = a.size if axis is None else a.shape[axis]
    total = np.sum(x, axis=axis, keepdims=keepdims)
    return total / max(count - ddof, 0)

def std(*args, **keywords): return np.sqrt(var(*args, **keywords))
def ptp(a, axis=None): return np.max(a, axis=axis) - np.min(a, axis=axis)

def append(arr, values, axis=None):
    return np.concatenate([np.ravel(arr), np.ravel(values)] if axis is None else [arr, values], axis or 0)

def argwhere(a): return np.asarray(np.nonzero(a)).transpose().copy()
def flatnonzero(a): return np.nonzero(np.ravel(a))[0]
def count_nonzero(a): return np.sum(np.asarray(a) != 0)

def searchsorted(a, v, side="left"):
    values, keys = np.asarray(a).tolist(), np.asarray(v)
    wanted = keys.ravel().tolist()
    _host.unknown_if(any([x != x for x in values]) or values != sorted(values) or side not in ("left", "right"), "this search is not followed")
    find = bisect.bisect_left if side == "left" else bisect.bisect_right
    # NaN comes behind all numbers.
    places = [find(values, x) if x == x else len(values) for x in wanted]
    return np.array(places, dtype=np.int64).reshape(keys.shape)[()]

def unique(ar, return_index=False, return_inverse=False, return_counts=False):
    values = np.asarray(ar).ravel()
    _host.unknown_if(return_inverse and np.ndim(ar) != 1, "this argument of np.unique is not followed")
    order = np.argsort(values, kind="stable")
    values = values[order]
    _host.unknown_if(np.any(values != values), "np.unique of NaN is not followed")
    keep = np.concatenate([np.ones(min(len(values), 1), bool), values[1:] != values[:-1]])
    found = [values[keep]]
    ends = flatnonzero(keep).tolist() + [len(values)]
    if return_index:
        found.append(order[keep])
    if return_inverse:
        inverse = np.zeros(len(values), np.int64)
        inverse[order] = np.cumsum(keep) - 1
        found.append(inverse)
    if return_counts:
        found.append(np.array([end - begin for begin, end in zip(ends, ends[1:])], dtype=np.int64))
    return tuple(found) if len(found) > 1 else found[0]

def bincount(x, weights=None, minlength=0):
    values = np.asarray(x).tolist()
    _host.unknown_if(any([not isinstance(v, int) or v < 0 for v in values]), "np.bincount of other numbers than integers is not followed")
    kind = np.int64 if weights is None else np.float64
    parts = [1] * len(values) if weights is None else np.asarray(weights, kind).tolist()
    _host.unknown_if(len(parts) != len(values), "what these arguments raise is not followed")
    counts = [0] * max([minlength, *[v + 1 for v in values]])
    for v, part in zip(values, parts):
        counts[v] += part
    return np.array(counts, dtype=kind)

def isin(element, test_elements, assume_unique=False, invert=False):
    wanted = np.asarray(test_elements).ravel().tolist()
    a = np.asarray(element)
    return np.array([(v in wanted) != invert for v in a.ravel().tolist()], dtype=bool).reshape(a.shape)

def digitize(x, bins, right=False): return searchsorted(bins, x, "left" if right else "right")
def union1d(ar1, ar2): return unique(np.concatenate([np.ravel(ar1), np.ravel(ar2)]))
def setdiff1d(ar1, ar2): return unique(ar1)[~isin(unique(ar1), ar2)]

def median(a, axis=None, out=None, overwrite_input=False, keepdims=False):
    values = np.sort(np.ravel(a))
    if axis is not None or out is not None or overwrite_input or keepdims or values.size == 0 or np.any(values != values):
        return np.percentile(a, 50, out=out, overwrite_input=True) if overwrite_input else np.percentile(a, 50, out=out)
    return np.mean(values[(len(values) - 1) // 2:len(values) // 2 + 1])

def array_equal(a1, a2): return np.shape(a1) == np.shape(a2) and bool(np.all(np.equal(a1, a2)))
def isclose(a, b, rtol=1e-05, atol=1e-08):
    return (np.abs(np.subtract(a, b)) <= atol + rtol * np.abs(b)) & np.isfinite(b) | np.equal(a, b)
def allclose(*args, **keywords): return bool(np.all(isclose(*args, **keywords)))

class iinfo:
    def __init__(self, type):
        self.dtype = np.dtype(type)
        if self.dtype.kind not in "iu":
            raise ValueError("Invalid integer data type")
        self.kind, self.bits = self.dtype.kind, self.dtype.itemsize * 8
        self.min = -(1 << self.bits - 1) if self.kind == "i" else 0
        self.max = self.min + (1 << self.bits) - 1

class finfo:
    def __init__(self, dtype):
        self.dtype = np.dtype(dtype)
        if self.dtype.kind not in "fc":
            raise ValueError("data type not inexact")
        kind = self.dtype.type if self.dtype.kind == "f" else np.float32 if self.dtype.itemsize == 8 else np.float64
        self.bits = np.dtype(kind).itemsize * 8
        self.nmant, largest, self.precision = {16: (10, 15, 3), 32: (23, 127, 6), 64: (52, 1023, 15)}[self.bits]
        self.iexp = self.nexp = self.bits - self.nmant - 1
        self.machep, self.negep, self.maxexp, self.minexp = -self.nmant, -self.nmant - 1, largest + 1, 1 - largest
        self.eps, self.smallest_subnormal = kind(2.0 ** -self.nmant), kind(2.0 ** (self.minexp - self.nmant))
        self.max = kind((2.0 - 2.0 ** -self.nmant) * 2.0 ** largest)
        self.min = -self.max
        self.tiny = self.smallest_normal = kind(2.0 ** (1 - largest))
        self.epsneg, self.resolution = kind(2.0 ** self.negep), kind(10.0 ** -self.precision)
