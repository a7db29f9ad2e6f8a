"""NumPy for code of the host that computes constants: sums, counts, products of sequences.

Followed while compiling, statement by statement; see compiler/sema/host_library.def. What NumPy refuses, and what is not
done here, raises.
"""

import numpy as np

# Of what a sum has the type of its elements.
_FLOATS = (np.float16, np.float32, np.float64, np.complex64, np.complex128)


def _sum_kind(kind):
    return kind if kind in _FLOATS else np.sum(np.zeros(1, dtype=kind)).dtype


def all_(a, axis=None):
    values = np.asarray(a)
    if axis is None:
        return np.bool_(all(values.reshape(-1)))
    return np._along(lambda line: np.bool_(all(line)), values, axis)


def any_(a, axis=None):
    values = np.asarray(a)
    if axis is None:
        return np.bool_(any(values.reshape(-1)))
    return np._along(lambda line: np.bool_(any(line)), values, axis)


def _running(values, kind, multiplies):
    result = []
    total = np.ones(1, dtype=kind)[0] if multiplies else np.zeros(1, dtype=kind)[0]
    for v in values.astype(kind):
        total = total * v if multiplies else total + v
        result.append(total)
    return np.array(result, dtype=kind)


def cumprod(a, axis=None, dtype=None):
    values = np.asarray(a)
    kind = _sum_kind(values.dtype) if dtype is None else np.dtype(dtype)
    if axis is None:
        return _running(values.reshape(-1), kind, True)
    return np._along_lines(lambda line: _running(line, kind, True), values, axis)


def cumsum(a, axis=None, dtype=None):
    values = np.asarray(a)
    kind = _sum_kind(values.dtype) if dtype is None else np.dtype(dtype)
    if axis is None:
        return _running(values.reshape(-1), kind, False)
    return np._along_lines(lambda line: _running(line, kind, False), values, axis)


def ptp(a, axis=None):
    values = np.asarray(a)
    return np.max(values) - np.min(values) if axis is None else (
        np.max(values, axis=axis) - np.min(values, axis=axis))


def average(a, axis=None, weights=None):
    values = np.asarray(a)
    if weights is None:
        return np.mean(values) if axis is None else np.mean(values, axis=axis)
    w = np.asarray(weights)
    if axis is not None or w.shape != values.shape or np.sum(w) == 0:
        raise ValueError
    return np.sum(values * w) / np.sum(w)


def trapezoid(y, x=None, dx=1.0):
    values = np.asarray(y)
    if values.ndim > 1:
        return np._along(lambda line: trapezoid(line, x, dx), values, -1)
    if values.size < 2:
        return np.float64(0.0)
    widths = dx if x is None else np.diff(np.asarray(x))
    return np.sum(widths * (values[1:] + values[:-1]) / 2.0)


def add_reduce(a, axis=0):
    values = np.asarray(a)
    return np.sum(values) if axis is None or values.ndim < 2 else np.sum(values, axis=axis)


def multiply_reduce(a, axis=0):
    values = np.asarray(a)
    return np.prod(values) if axis is None or values.ndim < 2 else np.prod(values, axis=axis)


def _columns(a, b):
    x = np.asarray(a)
    return x.reshape(x.shape + (1,) * np.asarray(b).ndim)


def add_outer(a, b):
    return _columns(a, b) + np.asarray(b)


def multiply_outer(a, b):
    return _columns(a, b) * np.asarray(b)


def subtract_outer(a, b):
    return _columns(a, b) - np.asarray(b)


# --- counts

def digitize(x, bins, right=False):
    edges = np.asarray(bins)
    if edges.size > 1 and edges[0] > edges[1]:
        found = np.searchsorted(np.flip(edges, 0), x, "left" if not right else "right")
        return edges.size - found
    return np.searchsorted(edges, x, "left" if right else "right")


def histogram(a, bins=10, range=None):
    values = np.asarray(a).reshape(-1)
    if isinstance(bins, int):
        low, high = (min(values), max(values)) if range is None else range
        if bins < 1 or low > high:
            raise ValueError
        if low == high:
            low, high = low - 0.5, high + 0.5
        edges = np.linspace(low, high, bins + 1)
    else:
        edges = np.asarray(bins)
    last = edges.size - 1
    counts = [sum([1 for v in values if edges[i] <= v and (v < edges[i + 1] or
                                                           (i == last - 1 and v == edges[last]))])
              for i in list(np.arange(last))]
    return np.array(counts, dtype=np.int64), edges


# --- sequences

def _all_products(x, y):
    n = x.size
    m = y.size
    return [sum([x[j] * y[i - j] for j in range(max(0, i - m + 1), min(n, i + 1))])
            for i in range(n + m - 1)]


def _part(full, n, m, mode):
    """`n` is the length of the first sequence, `m` of the other."""
    short = min(n, m)
    if mode == "valid":
        return full[short - 1:max(n, m)]
    if mode == "same":
        start = (short - 1) // 2 if n >= m else short - 1 - (short - 1) // 2
        return full[start:start + max(n, m)]
    if mode != "full":
        raise ValueError
    return full


def convolve(a, v, mode="full"):
    x = np.asarray(a)
    y = np.asarray(v)
    if x.ndim != 1 or y.ndim != 1 or x.size == 0 or y.size == 0:
        raise ValueError
    return np.array(_part(_all_products(x, y), max(x.size, y.size), min(x.size, y.size), mode))


def correlate(a, v, mode="valid"):
    x = np.asarray(a)
    y = np.asarray(v)
    if x.ndim != 1 or y.ndim != 1 or x.size == 0 or y.size == 0:
        raise ValueError
    full = _all_products(x, np.flip(np.conj(y), 0))
    return np.array(_part(full, x.size, y.size, mode))


def interp(x, xp, fp, left=None, right=None):
    n = len(xp)
    if n == 0 or len(fp) != n:
        raise ValueError
    if any([xp[i] > xp[i + 1] for i in range(n - 1)]):
        raise ValueError

    def at(v):
        if v != v:
            return float(v)
        if v < xp[0]:
            return float(fp[0] if left is None else left)
        if v > xp[n - 1]:
            return float(fp[n - 1] if right is None else right)
        i = sum([1 for p in xp if p <= v]) - 1
        if i == n - 1 or xp[i] == v:
            return float(fp[i])
        return float((fp[i + 1] - fp[i]) / (xp[i + 1] - xp[i]) * (v - xp[i]) + fp[i])
    values = np.asarray(x)
    if values.ndim == 0:
        return np.float64(at(x))
    return np.array([at(v) for v in values.reshape(-1)], dtype=np.float64).reshape(values.shape)


def polyval(p, x):
    points = np.asarray(x)
    points = points.reshape(-1)[0] if points.ndim == 0 else points
    result = points * 0
    for c in np.asarray(p):
        result = result * points + c
    return result
