"""NumPy for code of the host that computes constants: shapes, grids, searching.

Followed while compiling, statement by statement; see compiler/sema/host_library.def. What NumPy refuses, and what is not
done here, raises.
"""

import math

import numpy as np


# --- helpers

def _axis(axis, ndim):
    if axis < -ndim or axis >= ndim:
        raise ValueError
    return axis + ndim if axis < 0 else axis


def _axes(axes, ndim):
    """One axis or several, as a list."""
    return [_axis(d, ndim) for d in ([axes] if isinstance(axes, int) else axes)]


def _gather(a, places, shape):
    """An array of that shape with the elements of the flat array at the places."""
    return np.array([a[p] for p in places], dtype=a.dtype).reshape(shape)


def _product(numbers):
    result = 1
    for n in numbers:
        result = result * n
    return result


def _array(x):
    return np.asarray(x) if isinstance(x, (list, tuple)) else x


def is_weak(x):
    """Whether x is a number of Python's, which takes the type of what it meets."""
    return isinstance(x, (int, float, complex)) and not isinstance(x, np.generic)


def result_kind(x, y):
    a = np.zeros(1, dtype=np.asarray(x).dtype)
    b = np.zeros(1, dtype=np.asarray(y).dtype)
    if is_weak(x) and not is_weak(y):
        return (x + b).dtype
    if is_weak(y) and not is_weak(x):
        return (a + y).dtype
    return (a + b).dtype


def common_shape(x, y):
    both = np.ones(np.asarray(x).shape, dtype=np.int8) * np.ones(np.asarray(y).shape, dtype=np.int8)
    return np.asarray(both).shape


def lines(a, axis):
    """The lines of an array along an axis, as arrays of one dimension."""
    moved = moveaxis(a, axis, -1)
    n = moved.shape[-1]
    flat = moved.reshape(-1)
    return [flat[i * n:(i + 1) * n] for i in range(_product(moved.shape[:-1]))]


def along(function, a, axis):
    """A number for each line."""
    at = _axis(axis, a.ndim)
    values = [function(line) for line in lines(a, at)]
    return np.array(values).reshape(a.shape[:at] + a.shape[at + 1:])


def along_lines(function, a, axis):
    """An array for each line, all of one length."""
    at = _axis(axis, a.ndim)
    rows = np.array([function(line) for line in lines(a, at)])
    return moveaxis(rows.reshape(a.shape[:at] + a.shape[at + 1:] + (-1,)), -1, at)


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
    if len(target) < a.ndim:
        raise ValueError
    own = (1,) * (len(target) - a.ndim) + a.shape
    if not all([own[d] in (1, target[d]) for d in range(len(target))]):
        raise ValueError
    flat = a.reshape(-1)
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
    count = 1 if isinstance(axis, int) else len(axis)
    new = _axes(axis, array.ndim + count)
    if len(set(new)) != count:
        raise ValueError
    extents = list(array.shape)
    for d in sorted(new):
        extents = extents[:d] + [1] + extents[d:]
    return array.reshape(tuple(extents))


def atleast_1d(a):
    array = np.asarray(a)
    return array.reshape(1) if array.ndim == 0 else array


def atleast_2d(a):
    array = np.asarray(a)
    return array.reshape((1, -1)) if array.ndim < 2 else array


def transpose(a, *order, axes=None):
    array = np.asarray(a)
    n = array.ndim
    given = order[0] if len(order) == 1 and not isinstance(order[0], int) else order
    if axes is not None:
        given = axes
    if given is None or len(given) == 0:
        given = list(range(n - 1, -1, -1))
    dims = _axes(list(given), n)
    if len(dims) != n or len(set(dims)) != n:
        raise ValueError
    target = tuple(array.shape[d] for d in dims)
    flat = array.reshape(-1)
    strides = [1] * n
    for d in range(n - 2, -1, -1):
        strides[d] = strides[d + 1] * array.shape[d + 1]
    places = [0] * array.size
    for i in range(array.size):
        rest = i
        place = 0
        for d in range(n - 1, -1, -1):
            place = place + rest % target[d] * strides[dims[d]]
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
    start = _axes(source, array.ndim)
    end = _axes(destination, array.ndim)
    if len(start) != len(end) or len(set(start)) != len(start) or len(set(end)) != len(end):
        raise ValueError
    order = [d for d in range(array.ndim) if d not in start]
    for place, d in sorted(zip(end, start)):
        order = order[:place] + [d] + order[place:]
    return transpose(array, tuple(order))


def rollaxis(a, axis, start=0):
    array = np.asarray(a)
    n = array.ndim
    own = _axis(axis, n)
    at = _axis(start, n + 1) if start >= 0 else _axis(start, n)
    rest = [d for d in range(n) if d != own]
    at = at - 1 if own < at else at
    return transpose(array, tuple(rest[:at] + [own] + rest[at:]))


def rot90(m, k=1, axes=(0, 1)):
    a = np.asarray(m)
    if a.ndim < 2:
        raise ValueError
    first, second = _axes(axes, a.ndim)
    for turn in range(k % 4):
        a = np.flip(swapaxes(a, first, second), first)
    return a


def roll(a, shift, axis=None):
    array = np.asarray(a)
    if axis is None:
        flat = array.reshape(-1)
        n = flat.size
        return _gather(flat, [(i - shift) % n for i in range(n)], array.shape)
    if not isinstance(axis, int):
        for d in range(len(axis)):
            array = roll(array, shift if isinstance(shift, int) else shift[d], axis[d])
        return array
    at = _axis(axis, array.ndim)
    inner = _product(array.shape[at + 1:])
    n = array.shape[at]
    flat = array.reshape(-1)
    places = [i + ((i // inner % n - shift) % n - i // inner % n) * inner for i in range(flat.size)]
    return _gather(flat, places, array.shape)


def stack(arrays, axis=0):
    parts = [np.asarray(a) for a in arrays]
    if len(parts) == 0 or not all([p.shape == parts[0].shape for p in parts]):
        raise ValueError
    at = _axis(axis, parts[0].ndim + 1)
    joined = np.concatenate([p.reshape((1,) + p.shape) for p in parts], 0)
    return moveaxis(joined, 0, at)


def _deep(a):
    array = np.asarray(a)
    if array.ndim < 2:
        return array.reshape((1, -1, 1))
    return array.reshape(array.shape + (1,)) if array.ndim == 2 else array


def dstack(arrays):
    return np.concatenate([_deep(a) for a in arrays], 2)


def _pieces(array, ends, axis):
    moved = moveaxis(array, axis, 0)
    return [moveaxis(moved[ends[i]:ends[i + 1]], 0, axis) for i in range(len(ends) - 1)]


def array_split(a, sections, axis=0):
    array = np.asarray(a)
    at = _axis(axis, array.ndim)
    n = array.shape[at]
    if not isinstance(sections, int):
        return _pieces(array, [0] + list(sections) + [n], at)
    if sections <= 0:
        raise ValueError
    longer = n % sections
    ends = [0]
    for i in range(sections):
        ends.append(ends[i] + n // sections + (1 if i < longer else 0))
    return _pieces(array, ends, at)


def split(a, sections, axis=0):
    n = np.asarray(a).shape[axis]
    if isinstance(sections, int):
        if sections <= 0 or n % sections != 0:
            raise ValueError
    return array_split(a, sections, axis)


def hsplit(a, sections):
    return split(a, sections, 1 if np.asarray(a).ndim > 1 else 0)


def vsplit(a, sections):
    if np.asarray(a).ndim < 2:
        raise ValueError
    return split(a, sections, 0)


def _pairs(given, n):
    """Two numbers for each of n dimensions: from a number, a pair, or a pair for each."""
    if isinstance(given, (int, float)):
        return [(given, given)] * n
    items = list(given)
    if isinstance(items[0], (int, float)):
        return [(items[0], items[-1])] * n
    rows = items if len(items) == n else items * n
    if len(rows) != n:
        raise ValueError
    return [(list(r)[0], list(r)[-1]) for r in rows]


def pad(array, pad_width, mode="constant", constant_values=0):
    a = np.asarray(array)
    n = a.ndim
    widths = _pairs(pad_width, n)
    fill = _pairs(constant_values, n)
    if mode not in ("constant", "edge", "wrap", "reflect", "symmetric"):
        raise ValueError
    if not all([w >= 0 for pair in widths for w in pair]) or (a.size == 0 and mode != "constant"):
        raise ValueError
    target = tuple(a.shape[d] + widths[d][0] + widths[d][1] for d in range(n))
    flat = a.reshape(-1)
    values = [0] * _product(target)
    for i in range(len(values)):
        rest = i
        inner = 1
        place = 0
        outside = None
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
            elif (at < 0 or at >= extent) and outside is None:
                outside = fill[d][0 if at < 0 else 1]
            place = place + at * inner
            inner = inner * extent
        values[i] = flat[place] if outside is None else outside
    return np.array(values, dtype=a.dtype).reshape(target)


# --- grids

def meshgrid(*xi, indexing="xy", sparse=False, copy=True):
    if indexing not in ("xy", "ij"):
        raise ValueError
    n = len(xi)
    swaps = indexing == "xy" and n > 1
    axes = [1 - k if swaps and k < 2 else k for k in range(n)]
    full = [1] * n
    for k in range(n):
        full[axes[k]] = np.asarray(xi[k]).size
    grids = []
    for k in range(n):
        own = [1] * n
        own[axes[k]] = full[axes[k]]
        grid = np.asarray(xi[k]).reshape(tuple(own))
        grids.append(grid if sparse else broadcast_to(grid, tuple(full)))
    return grids


def indices(dimensions, dtype=np.int64, sparse=False):
    grids = meshgrid(*[np.arange(d).astype(dtype) for d in dimensions], indexing="ij", sparse=sparse)
    return tuple(grids) if sparse else stack(grids)


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


def logspace(start, stop, num=50, endpoint=True, base=10.0, dtype=None):
    values = np.power(base, np.linspace(start, stop, num, endpoint))
    return values if dtype is None else values.astype(dtype)


def geomspace(start, stop, num=50, endpoint=True, dtype=None):
    if start * stop <= 0:
        raise ValueError
    side = 1.0 if start > 0 else -1.0
    inner = logspace(math.log10(start * side), math.log10(stop * side), num, endpoint)
    last = num - 1 if endpoint else num
    values = np.array([start if i == 0 else stop if i == last else side * inner[i]
                       for i in range(num)], dtype=np.float64)
    return values if dtype is None else values.astype(dtype)


def tri(N, M=None, k=0, dtype=np.float64):
    columns = N if M is None else M
    return np.array([[1 if j - i <= k else 0 for j in range(columns)] for i in range(N)],
                    dtype=dtype)


def _below(m, k, keeps):
    """The elements on and below diagonal k, or those above it; zeros elsewhere."""
    a = np.asarray(m)
    if a.ndim != 2:
        raise ValueError
    rows, columns = a.shape
    flat = a.reshape(-1)
    zero = np.zeros(1, dtype=a.dtype)[0]
    values = [flat[i] if (i % columns - i // columns <= k) == keeps else zero
              for i in range(flat.size)]
    return np.array(values, dtype=a.dtype).reshape(a.shape)


def tril(m, k=0):
    return _below(m, k, True)


def triu(m, k=0):
    return _below(m, k - 1, False)


def diag(v, k=0):
    a = np.asarray(v)
    if a.ndim == 2:
        rows, columns = a.shape
        return np.array([a[i, i + k] for i in range(rows) if 0 <= i + k < columns], dtype=a.dtype)
    if a.ndim != 1:
        raise ValueError
    n = a.size + abs(k)
    result = np.zeros((n, n), dtype=a.dtype)
    for i in range(a.size):
        result[i + max(-k, 0), i + max(k, 0)] = a[i]
    return result


def diagonal(a, offset=0):
    array = np.asarray(a)
    if array.ndim != 2:
        raise ValueError
    return diag(array, offset)


def fromiter(values, dtype, count=-1):
    items = list(values)
    if count > len(items):
        raise ValueError
    return np.array(items if count < 0 else items[:count], dtype=dtype)


def fromfunction(function, shape, dtype=np.float64):
    grids = meshgrid(*[np.arange(d).astype(dtype) for d in shape], indexing="ij")
    return function(*grids)


# --- searching

def nonzero(a):
    array = np.asarray(a)
    if array.ndim == 0:
        raise ValueError
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
    return np.concatenate([p.reshape((-1, 1)) for p in parts], 1)


def where(condition, x=None, y=None):
    c = np.asarray(condition)
    if x is None and y is None:
        return nonzero(c)
    if x is None or y is None:
        raise ValueError
    kind = result_kind(x, y)
    shape = common_shape(c, np.zeros(common_shape(x, y), dtype=np.int8))
    truth = broadcast_to(c, shape).reshape(-1)
    a = broadcast_to(x, shape).reshape(-1)
    b = broadcast_to(y, shape).reshape(-1)
    values = np.array([a[i] if truth[i] else b[i] for i in range(truth.size)], dtype=kind)
    return values.reshape(shape)


def count_nonzero(a):
    return sum([1 for v in np.asarray(a).reshape(-1) if v])


def _order(values):
    # What is no number comes last.
    return np.array(sorted(range(values.size), key=lambda i: (bool(values[i] != values[i]), values[i])),
                    dtype=np.int64)


def argsort(a, axis=-1, kind=None):
    values = np.asarray(a)
    if axis is None:
        return _order(values.reshape(-1))
    return _order(values) if values.ndim == 1 else along_lines(_order, values, axis)


def searchsorted(a, v, side="left"):
    items = np.asarray(a)
    if side not in ("left", "right") or items.ndim != 1:
        raise ValueError
    if any([items[i] > items[i + 1] for i in range(items.size - 1)]):
        raise ValueError

    def place(x):
        if side == "left":
            return sum([1 for y in items if y < x or (x != x and y == y)])
        return sum([1 for y in items if y <= x or x != x])
    keys = np.asarray(v)
    if keys.ndim == 0:
        return np.int64(place(v))
    return np.array([place(x) for x in keys.reshape(-1)], dtype=np.int64).reshape(keys.shape)


def isin(element, test_elements, invert=False):
    a = np.asarray(element)
    tests = list(np.asarray(test_elements).reshape(-1))
    return np.array([(v in tests) != invert for v in a.reshape(-1)], dtype=np.bool_).reshape(a.shape)


def take(a, indices, axis=None):
    array = np.asarray(a)
    picks = np.asarray(indices)
    if axis is None:
        return take(array.reshape(-1), picks, 0)
    at = _axis(axis, array.ndim)
    n = array.shape[at]
    if any([p < -n or p >= n for p in picks.reshape(-1)]):
        raise IndexError
    inner = _product(array.shape[at + 1:])
    outer = _product(array.shape[:at])
    flat = array.reshape(-1)
    places = [(o * n + p % n) * inner + i
              for o in range(outer) for p in picks.reshape(-1) for i in range(inner)]
    target = array.shape[:at] + picks.shape + array.shape[at + 1:]
    return flat[places[0]] if target == () else _gather(flat, places, target)


def bincount(x, weights=None, minlength=0):
    values = np.asarray(x)
    if values.ndim != 1 or any([v < 0 or v != int(v) for v in values]):
        raise ValueError
    count = max(max([int(v) for v in values], default=-1) + 1, minlength)
    if weights is None:
        result = np.zeros(count, dtype=np.int64)
        for v in values:
            result[int(v)] = result[int(v)] + 1
        return result
    if len(weights) != values.size:
        raise ValueError
    sums = np.zeros(count)
    for i in range(values.size):
        sums[int(values[i])] = sums[int(values[i])] + weights[i]
    return sums
