"""NumPy for code of the host that computes constants: what compiler/sema does not do itself.

Followed while compiling, statement by statement; see compiler/sema/host_library.def.
"""

import math

import numpy as np


# --- helpers

def _axis(axis, ndim):
    return axis + ndim if axis < 0 else axis


def _gather(a, places, shape):
    """An array of that shape with the elements of the flat array at the places."""
    return np.array([a[p] for p in places], dtype=a.dtype).reshape(shape)


def _product(numbers):
    result = 1
    for n in numbers:
        result = result * n
    return result


# --- shapes

def shape(a):
    return np.asarray(a).shape


def ndim(a):
    return np.asarray(a).ndim


def size(a):
    return np.asarray(a).size


def copy(a):
    return np.asarray(a)


def broadcast_to(array, shape):
    a = np.asarray(array)
    target = (shape,) if isinstance(shape, int) else tuple(shape)
    flat = a.reshape(-1)
    own = (1,) * (len(target) - a.ndim) + a.shape
    places = [0] * _product(target)
    for i in range(len(places)):
        rest = i
        inner = 1
        place = 0
        for d in range(len(target) - 1, -1, -1):
            if own[d] != 1:
                place = place + rest % target[d] * inner
            inner = inner * own[d]
            rest = rest // target[d]
        places[i] = place
    return _gather(flat, places, target)


def expand_dims(a, axis):
    array = np.asarray(a)
    at = _axis(axis, array.ndim + 1)
    return array.reshape(array.shape[:at] + (1,) + array.shape[at:])


def atleast_1d(a):
    array = np.asarray(a)
    return array.reshape(1) if array.ndim == 0 else array


def atleast_2d(a):
    array = np.asarray(a)
    return array.reshape((1, -1)) if array.ndim < 2 else array


def transpose(a, *axes):
    array = np.asarray(a)
    order = tuple(axes[0]) if len(axes) == 1 and not isinstance(axes[0], int) else axes
    n = array.ndim
    target = tuple(array.shape[d] for d in order)
    flat = array.reshape(-1)
    strides = [1] * n
    for d in range(n - 2, -1, -1):
        strides[d] = strides[d + 1] * array.shape[d + 1]
    places = [0] * array.size
    for i in range(array.size):
        rest = i
        place = 0
        for d in range(n - 1, -1, -1):
            place = place + rest % target[d] * strides[order[d]]
            rest = rest // target[d]
        places[i] = place
    return _gather(flat, places, target)


def swapaxes(a, axis1, axis2):
    array = np.asarray(a)
    order = list(range(array.ndim))
    first = _axis(axis1, array.ndim)
    second = _axis(axis2, array.ndim)
    order[first] = second
    order[second] = first
    return transpose(array, tuple(order))


def moveaxis(a, source, destination):
    array = np.asarray(a)
    start = _axis(source, array.ndim)
    end = _axis(destination, array.ndim)
    rest = [d for d in range(array.ndim) if d != start]
    return transpose(array, tuple(rest[:end] + [start] + rest[end:]))


def rollaxis(a, axis, start=0):
    array = np.asarray(a)
    rest = [d for d in range(array.ndim) if d != axis]
    at = start - 1 if axis < start else start
    return transpose(array, tuple(rest[:at] + [axis] + rest[at:]))


def rot90(m, k=1):
    a = np.asarray(m)
    for turn in range(k % 4):
        a = np.flip(transpose(a, (1, 0)), 0)
    return a


def roll(a, shift, axis=None):
    array = np.asarray(a)
    if axis is None:
        flat = array.reshape(-1)
        n = flat.size
        return _gather(flat, [(i - shift) % n for i in range(n)], array.shape)
    at = _axis(axis, array.ndim)
    inner = _product(array.shape[at + 1:])
    n = array.shape[at]
    flat = array.reshape(-1)
    places = [i + ((i // inner % n - shift) % n - i // inner % n) * inner for i in range(flat.size)]
    return _gather(flat, places, array.shape)


def stack(arrays, axis=0):
    parts = [np.asarray(a) for a in arrays]
    joined = np.concatenate([p.reshape((1,) + p.shape) for p in parts], 0)
    return moveaxis(joined, 0, axis)


def dstack(arrays):
    parts = [np.asarray(a) for a in arrays]
    return stack([p.reshape((1, -1)) if p.ndim == 1 else p for p in parts], 2)


def split(a, sections):
    array = np.asarray(a)
    n = array.shape[0]
    if isinstance(sections, int):
        step = n // sections
        return [array[i * step:(i + 1) * step] for i in range(sections)]
    ends = [0] + list(sections) + [n]
    return [array[ends[i]:ends[i + 1]] for i in range(len(ends) - 1)]


def array_split(a, sections):
    array = np.asarray(a)
    n = array.shape[0]
    longer = n % sections
    ends = [0]
    for i in range(sections):
        ends.append(ends[i] + n // sections + (1 if i < longer else 0))
    return [array[ends[i]:ends[i + 1]] for i in range(sections)]


def pad(array, pad_width, mode="constant", constant_values=0):
    a = np.asarray(array)
    n = a.ndim
    if isinstance(pad_width, int):
        widths = [(pad_width, pad_width)] * n
    elif isinstance(pad_width[0], int):
        widths = [tuple(pad_width) if len(pad_width) == 2 else (pad_width[0], pad_width[0])] * n
    else:
        widths = [tuple(w) for w in pad_width]
    target = tuple(a.shape[d] + widths[d][0] + widths[d][1] for d in range(n))
    flat = a.reshape(-1)
    values = [constant_values] * _product(target)
    for i in range(len(values)):
        rest = i
        inner = 1
        place = 0
        inside = True
        for d in range(n - 1, -1, -1):
            extent = a.shape[d]
            at = rest % target[d] - widths[d][0]
            rest = rest // target[d]
            if mode == "edge":
                at = min(max(at, 0), extent - 1)
            elif mode == "wrap":
                at = at % extent
            elif mode == "reflect":
                at = at % max(2 * extent - 2, 1)
                at = 2 * extent - 2 - at if at >= extent else at
            elif mode == "symmetric":
                at = at % (2 * extent)
                at = 2 * extent - 1 - at if at >= extent else at
            elif at < 0 or at >= extent:
                inside = False
            place = place + at * inner
            inner = inner * extent
        if inside:
            values[i] = flat[place]
    return np.array(values, dtype=a.dtype).reshape(target)


# --- grids

def meshgrid(*xi, indexing="xy"):
    n = len(xi)
    swaps = indexing == "xy" and n > 1
    axes = [1 - k if swaps and k < 2 else k for k in range(n)]
    full = [1] * n
    for k in range(n):
        full[axes[k]] = np.asarray(xi[k]).size
    grids = []
    for k in range(n):
        own = [1] * n
        own[axes[k]] = -1
        x = np.asarray(xi[k])
        grids.append(x.reshape(tuple(own)) * np.ones(tuple(full), dtype=x.dtype))
    return grids


def indices(dimensions):
    return stack(meshgrid(*[np.arange(d) for d in dimensions], indexing="ij"))


def _grid_range(part):
    start, stop, step = part
    if isinstance(step, complex):
        return np.linspace(start, stop, int(abs(step.imag)))
    return np.arange(start, stop, step)


def mgrid(parts, is_single):
    ranges = [_grid_range(p) for p in parts]
    return ranges[0] if is_single else stack(meshgrid(*ranges, indexing="ij"))


def ogrid(parts, is_single):
    ranges = [_grid_range(p) for p in parts]
    n = len(ranges)
    if is_single:
        return ranges[0]
    return tuple(ranges[k].reshape((1,) * k + (-1,) + (1,) * (n - 1 - k)) for k in range(n))


def logspace(start, stop, num=50, endpoint=True, base=10.0):
    return np.power(base, np.linspace(start, stop, num, endpoint))


def geomspace(start, stop, num=50):
    inner = logspace(math.log10(start), math.log10(stop), num)
    return np.array([start if i == 0 else stop if i == num - 1 else inner[i] for i in range(num)],
                    dtype=np.float64)


def tri(N, M=None, k=0, dtype=np.float64):
    columns = N if M is None else M
    return np.array([[1 if j - i <= k else 0 for j in range(columns)] for i in range(N)],
                    dtype=dtype)


def tril(m, k=0):
    a = np.asarray(m)
    return a * tri(a.shape[0], a.shape[1], k, a.dtype)


def triu(m, k=0):
    a = np.asarray(m)
    return a * (1 - tri(a.shape[0], a.shape[1], k - 1, np.int64)).astype(a.dtype)


def diag(v, k=0):
    a = np.asarray(v)
    if a.ndim == 2:
        rows, columns = a.shape
        return np.array([a[i, i + k] for i in range(rows) if 0 <= i + k < columns], dtype=a.dtype)
    n = a.size + abs(k)
    result = np.zeros((n, n), dtype=a.dtype)
    for i in range(a.size):
        result[i + max(-k, 0), i + max(k, 0)] = a[i]
    return result


def fromiter(values, dtype):
    return np.array(list(values), dtype=dtype)


def fromfunction(function, shape, dtype=np.float64):
    grids = meshgrid(*[np.arange(d).astype(dtype) for d in shape], indexing="ij")
    return function(*grids)


# --- searching

def nonzero(a):
    array = np.asarray(a)
    flat = array.reshape(-1)
    places = [i for i in range(flat.size) if flat[i]]
    parts = []
    inner = 1
    for d in range(array.ndim - 1, -1, -1):
        extent = array.shape[d]
        parts.append(np.array([p // inner % extent for p in places], dtype=np.int64))
        inner = inner * extent
    return tuple(reversed(parts))


def flatnonzero(a):
    return nonzero(np.asarray(a).reshape(-1))[0]


def argwhere(a):
    parts = nonzero(a)
    count = parts[0].size
    return np.array([[p[i] for p in parts] for i in range(count)], dtype=np.int64)


def where(condition, x=None, y=None):
    c = np.asarray(condition)
    if x is None:
        return nonzero(c)
    kind = np.asarray(np.asarray(x).reshape(-1)[0] + np.asarray(y).reshape(-1)[0]).dtype
    if isinstance(x, (int, float)):
        kind = np.asarray(x + np.asarray(y).reshape(-1)[0]).dtype
    if isinstance(y, (int, float)):
        kind = np.asarray(np.asarray(x).reshape(-1)[0] + y).dtype
    if isinstance(x, (int, float)) and isinstance(y, (int, float)):
        kind = np.asarray(x + y).dtype
    full = np.ones(c.shape, dtype=np.int8) * np.ones(np.asarray(x).shape, dtype=np.int8)
    full = np.asarray(full * np.ones(np.asarray(y).shape, dtype=np.int8))
    truth = broadcast_to(c, full.shape).reshape(-1)
    a = broadcast_to(x, full.shape).reshape(-1)
    b = broadcast_to(y, full.shape).reshape(-1)
    values = np.array([a[i] if truth[i] else b[i] for i in range(truth.size)], dtype=kind)
    return values.reshape(full.shape)


def count_nonzero(a):
    return sum([1 for v in np.asarray(a).reshape(-1) if v])


def argsort(a, axis=-1, kind=None):
    values = np.asarray(a)
    if values.ndim == 1:
        return np.array(sorted(range(values.size), key=lambda i: values[i]), dtype=np.int64)
    if values.ndim == 2 and axis in (1, -1):
        return stack([argsort(row) for row in values])
    return None + 1


def searchsorted(a, v, side="left"):
    def place(x):
        if side == "left":
            return sum([1 for y in a if y < x])
        return sum([1 for y in a if y <= x])
    if np.asarray(v).ndim == 0:
        return place(v)
    return np.array([place(x) for x in v], dtype=np.int64)


def isin(element, test_elements):
    a = np.asarray(element)
    tests = list(np.asarray(test_elements).reshape(-1))
    return np.array([v in tests for v in a.reshape(-1)], dtype=np.bool_).reshape(a.shape)


def take(a, indices, axis=None):
    array = np.asarray(a)
    if axis is None:
        flat = array.reshape(-1)
        picks = np.asarray(indices)
        return _gather(flat, list(picks.reshape(-1)), picks.shape)
    moved = moveaxis(array, axis, 0)
    return moveaxis(stack([moved[i] for i in indices]), 0, axis)


def bincount(x, weights=None, minlength=0):
    count = max(max(x) + 1, minlength)
    if weights is None:
        result = np.zeros(count, dtype=np.int64)
        for v in x:
            result[v] = result[v] + 1
        return result
    sums = np.zeros(count)
    for i in range(len(x)):
        sums[x[i]] = sums[x[i]] + weights[i]
    return sums


# --- sums

def all_(a):
    return np.bool_(all(np.asarray(a).reshape(-1)))


def any_(a):
    return np.bool_(any(np.asarray(a).reshape(-1)))


def cumprod(a):
    values = np.asarray(a).reshape(-1)
    result = []
    product = 1
    for v in values:
        product = product * v
        result.append(product)
    return np.array(result)


def ptp(a):
    return np.max(a) - np.min(a)


def average(a, weights=None):
    if weights is None:
        return np.mean(a)
    return np.sum(np.asarray(a) * np.asarray(weights)) / np.sum(np.asarray(weights))


def trapezoid(y, x=None, dx=1.0):
    total = 0.0
    for i in range(len(y) - 1):
        width = dx if x is None else x[i + 1] - x[i]
        total = total + width * (y[i] + y[i + 1]) / 2.0
    return np.float64(total)


def add_reduce(a):
    return np.sum(a)


def multiply_reduce(a):
    return np.prod(a)


def multiply_outer(a, b):
    return np.outer(a, b)


def convolve(a, v, mode="full"):
    x = np.asarray(a)
    y = np.asarray(v)
    if x.size < y.size:
        x, y = y, x
    n = x.size
    m = y.size
    full = [sum([x[j] * y[i - j] for j in range(max(0, i - m + 1), min(n, i + 1))])
            for i in range(n + m - 1)]
    if mode == "same":
        full = full[(m - 1) // 2:(m - 1) // 2 + n]
    elif mode == "valid":
        full = full[m - 1:n]
    return np.array(full)


def correlate(a, v, mode="valid"):
    return convolve(a, np.flip(np.asarray(v), 0), mode)


def interp(x, xp, fp):
    def at(v):
        if v <= xp[0]:
            return float(fp[0])
        for i in range(len(xp) - 1):
            if v <= xp[i + 1]:
                slope = (fp[i + 1] - fp[i]) / (xp[i + 1] - xp[i])
                return float(slope * (v - xp[i]) + fp[i])
        return float(fp[len(fp) - 1])
    if np.asarray(x).ndim == 0:
        return np.float64(at(x))
    return np.array([at(v) for v in x], dtype=np.float64)


def polyval(p, x):
    result = x * 0
    for c in p:
        result = result * x + c
    return result
