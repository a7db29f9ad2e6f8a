"""NumPy for host programs: shapes, views, joining, products."""

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


def take(a, indices, axis=None):
    a = np.asarray(a)
    a = a.ravel() if axis is None else a
    place = 0 if axis is None else _axis(axis, a.ndim)
    picked = a[_at(place, indices if isinstance(indices, np.ndarray) else list(indices) if isinstance(indices, tuple) else indices)]
    return picked.copy()


# --- products

def outer(a, b):
    return np.multiply(np.ravel(a).reshape(-1, 1), np.ravel(b))


def kron(a, b):
    a, b = np.asarray(a), np.asarray(b)
    count = max(a.ndim, b.ndim)
    a, b = a.reshape((1,) * (count - a.ndim) + a.shape), b.reshape((1,) * (count - b.ndim) + b.shape)
    wide = [n for pair in zip(a.shape, (1,) * count) for n in pair]
    narrow = [n for pair in zip((1,) * count, b.shape) for n in pair]
    return (a.reshape(wide) * b.reshape(narrow)).reshape([n * m for n, m in zip(a.shape, b.shape)])


def norm(x, ord=None, axis=None):
    x = np.asarray(x)
    if ord not in (None, 2) or ord == 2 and x.ndim != 1 and axis is None or x.dtype.kind == "c" or isinstance(axis, tuple):
        _host.unknown("this norm is not followed")
    x = x if x.dtype.kind == "f" else x.astype(float)
    if axis is None:
        x = x.ravel()
        return np.sqrt(np.dot(x, x))
    return np.sqrt(np.add.reduce(x * x, axis=axis))
