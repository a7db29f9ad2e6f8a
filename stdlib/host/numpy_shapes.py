"""NumPy for host programs: shapes, views, joining and splitting, stores."""

import _host
import numpy as np


def _axis(axis, ndim):
    if not -ndim <= axis < ndim:
        raise ValueError(f"axis {axis} is out of bounds for array of dimension {ndim}")
    return axis + ndim if axis < 0 else axis


def _axes(axes, ndim):
    """One axis or several, as a list."""
    found = [_axis(d, ndim) for d in (axes if isinstance(axes, (tuple, list)) else (axes,))]
    if len(set(found)) != len(found):
        raise ValueError("repeated axis")
    return found


def _at(axis, part):
    """An index that takes `part` along an axis."""
    return (slice(None),) * axis + (part,)


# --- shapes

def expand_dims(a, axis):
    a = np.asarray(a)
    new = _axes(axis, a.ndim + (len(axis) if isinstance(axis, (tuple, list)) else 1))
    return a[tuple([None if d in new else slice(None) for d in range(a.ndim + len(new))])]


def squeeze(a, axis=None):
    a = np.asarray(a)
    axes = range(a.ndim) if axis is None else [_axis(d, a.ndim) for d in (axis if isinstance(axis, tuple) else (axis,))]
    if axis is not None and any([a.shape[d] != 1 for d in axes]):
        raise ValueError("cannot select an axis to squeeze out which has size not equal to one")
    return a[tuple([0 if d in axes and a.shape[d] == 1 else slice(None) for d in range(a.ndim)])] if a.ndim else a


def moveaxis(a, source, destination):
    a = np.asarray(a)
    start, end = _axes(source, a.ndim), _axes(destination, a.ndim)
    if len(start) != len(end):
        raise ValueError("`source` and `destination` arguments must have the same number of elements")
    order = [d for d in range(a.ndim) if d not in start]
    for place, d in sorted(zip(end, start)):
        order.insert(place, d)
    return a.transpose(order)


def rollaxis(a, axis, start=0):
    a = np.asarray(a)
    axis = _axis(axis, a.ndim)
    start = start + a.ndim if start < 0 else start
    if not 0 <= start <= a.ndim:
        raise ValueError("start is out of bounds")
    order = [d for d in range(a.ndim) if d != axis]
    order.insert(start - 1 if axis < start else start, axis)
    return a.transpose(order)


def swapaxes(a, axis1, axis2):
    a = np.asarray(a)
    order = list(range(a.ndim))
    i, j = _axis(axis1, a.ndim), _axis(axis2, a.ndim)
    order[i], order[j] = order[j], order[i]
    return a.transpose(order)


def _each(function, arrays):
    return function(arrays[0]) if len(arrays) == 1 else tuple([function(a) for a in arrays])


def _least_1d(a):
    a = np.asarray(a)
    return a if a.ndim else a.reshape(1)


def atleast_1d(*arys):
    return _each(_least_1d, arys)


def _least_2d(a):
    a = np.asarray(a)
    return a if a.ndim > 1 else a.reshape(1, -1)


def atleast_2d(*arys):
    return _each(_least_2d, arys)


def stack(arrays, axis=0):
    return np.concatenate([expand_dims(a, axis) for a in arrays], _axis(axis, np.ndim(arrays[0]) + 1) if len(arrays) else 0)


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
    axes = range(m.ndim) if axis is None else _axes(axis, m.ndim)
    return m[tuple([slice(None, None, -1) if d in axes else slice(None) for d in range(m.ndim)])]


def fliplr(m):
    return flip(m, 1)


def flipud(m):
    return flip(m, 0)


def roll(a, shift, axis=None):
    a = np.asarray(a)
    if axis is None:
        return roll(a.ravel(), shift, 0).reshape(a.shape)
    if isinstance(axis, (tuple, list)):
        for i, each in enumerate(axis):
            a = roll(a, shift[i] if isinstance(shift, (tuple, list)) else shift, each)
        return a
    axis = _axis(axis, a.ndim)
    count = a.shape[axis]
    at = shift % count if count else 0
    return np.concatenate([a[_at(axis, slice(count - at, None))], a[_at(axis, slice(None, count - at))]], axis)


def rot90(m, k=1, axes=(0, 1)):
    m = np.asarray(m)
    if len(axes) != 2 or m.ndim < 2:
        raise ValueError("len(axes) must be 2, and the array must have them.")
    first, second = _axes(list(axes), m.ndim)
    turned = swapaxes(m, first, second)
    return [m[:], flip(turned, first), flip(flip(m, first), second), flip(turned, second)][k % 4]


def _padded_places(mode, count, before, after):
    if count == 0 and before + after:
        raise ValueError("can't extend empty axis using modes other than 'constant' or 'empty'")
    places = list(range(-before, count + after))
    if mode == "edge":
        return [min(max(i, 0), count - 1) for i in places]
    if mode == "wrap":
        return [i % count for i in places]
    period = max(2 * count - 2, 1) if mode == "reflect" else 2 * count
    return [min(i % period, (2 * count - 2 if mode == "reflect" else 2 * count - 1) - i % period) if count > 1 else 0
            for i in places]


def pad(array, pad_width, mode="constant", constant_values=0):
    a = np.asarray(array)
    widths = np.broadcast_to(pad_width, (a.ndim, 2)).tolist()
    if any([n < 0 for pair in widths for n in pair]):
        raise ValueError("index can't contain negative values")
    if mode in ("edge", "wrap", "reflect", "symmetric"):
        for axis, (before, after) in enumerate(widths):
            a = a[_at(axis, _padded_places(mode, a.shape[axis], before, after))]
        return a
    if mode != "constant":
        _host.unknown("this mode of np.pad is not followed")
    made = np.zeros([n + before + after for n, (before, after) in zip(a.shape, widths)], dtype=a.dtype)
    values = np.broadcast_to(constant_values, (a.ndim, 2)).tolist()
    inside = [slice(before, before + n) for n, (before, after) in zip(a.shape, widths)]
    # Corners are those of the last axis.
    for axis, (low, high) in enumerate(values):
        made[tuple([slice(None)] * axis + [slice(None, inside[axis].start)] + inside[axis + 1:])] = low
        made[tuple([slice(None)] * axis + [slice(inside[axis].stop, None)] + inside[axis + 1:])] = high
    made[tuple(inside)] = a
    return made


def split(ary, indices_or_sections, axis=0):
    a = np.asarray(ary)
    if isinstance(indices_or_sections, int) and a.shape[axis] % indices_or_sections:
        raise ValueError("array split does not result in an equal division")
    return array_split(a, indices_or_sections, axis)


def array_split(ary, indices_or_sections, axis=0):
    a = np.asarray(ary)
    axis = _axis(axis, a.ndim)
    count = a.shape[axis]
    if isinstance(indices_or_sections, int):
        if indices_or_sections <= 0:
            raise ValueError("number sections must be larger than 0.")
        size, more = divmod(count, indices_or_sections)
        ends = [size * i + min(i, more) for i in range(1, indices_or_sections)]
    else:
        ends = list(indices_or_sections)
    return [a[_at(axis, slice(begin, end))] for begin, end in zip([0] + ends, ends + [count])]


def hsplit(ary, indices_or_sections):
    return split(ary, indices_or_sections, 1 if np.ndim(ary) > 1 else 0)


def vsplit(ary, indices_or_sections):
    if np.ndim(ary) < 2:
        raise ValueError("vsplit only works on arrays of 2 or more dimensions")
    return split(ary, indices_or_sections, 0)


def take(a, indices, axis=None):
    a = np.asarray(a)
    a = a.ravel() if axis is None else a
    place = 0 if axis is None else _axis(axis, a.ndim)
    picked = a[_at(place, indices if isinstance(indices, np.ndarray) else list(indices) if isinstance(indices, tuple) else indices)]
    return picked.copy()


# --- stores

def copyto(dst, src, casting="same_kind", where=True):
    source = np.asarray(src)
    is_weak = type(src) is int and dst.dtype.kind in "iufc"
    if not isinstance(dst, np.ndarray) or not is_weak and "buifc".index(source.dtype.kind) > "buifc".index(dst.dtype.kind):
        raise TypeError("Cannot cast according to the rule 'same_kind'")
    if casting != "same_kind":
        _host.unknown("this argument of np.copyto is not followed")
    if where is True:
        dst[...] = src
    else:
        mask = np.broadcast_to(where, dst.shape)
        dst[mask] = np.broadcast_to(source, dst.shape)[mask]


def fill_diagonal(a, val, wrap=False):
    if a.ndim < 2:
        raise ValueError("array must be at least 2-d")
    if a.ndim > 2 and len(set(a.shape)) != 1:
        raise ValueError("All dimensions of input must be of equal length")
    if wrap:
        _host.unknown("this argument of np.fill_diagonal is not followed")
    values = np.ravel(val)
    for i in range(min(a.shape)):
        a[(i,) * a.ndim] = values[i % len(values)]


def _store_flat(a, places, values):
    values = np.ravel(values)
    for i, place in enumerate(places):
        if not -a.size <= place < a.size:
            raise IndexError(f"index {place} is out of bounds for axis 0 with size {a.size}")
        a[unravel_index(place % a.size, a.shape)] = values[i % len(values)]


def put(a, ind, v):
    _store_flat(a, np.ravel(ind).tolist(), v)


def place(arr, mask, vals):
    _store_flat(arr, np.nonzero(np.ravel(mask))[0].tolist(), vals)


def putmask(a, mask, values):
    values = np.ravel(values)
    chosen = np.nonzero(np.ravel(mask))[0].tolist()
    if chosen:
        _store_flat(a, chosen, [values[i % len(values)] for i in chosen])


# --- places

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
