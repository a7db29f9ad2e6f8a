"""NumPy for host programs: shapes, views, joining, products."""

import _host
import numpy as np

def _axis(axis, ndim):
    _host.unknown_if(not -ndim <= axis < ndim, "this axis of an array is not followed")
    return axis + ndim if axis < 0 else axis

def _axes(axes, ndim):
    """One axis or several, as a list."""
    found = [_axis(d, ndim) for d in (axes if isinstance(axes, (tuple, list)) else (axes,))]
    _host.unknown_if(len(set(found)) != len(found), "what these arguments raise is not followed")
    return found

def _at(axis, part):
    """An index that takes `part` along an axis."""
    return (slice(None),) * axis + (part,)

def expand_dims(a, axis):
    a = np.asarray(a)
    new = _axes(axis, a.ndim + (len(axis) if isinstance(axis, (tuple, list)) else 1))
    return a[tuple([None if d in new else slice(None) for d in range(a.ndim + len(new))])]

def squeeze(a, axis=None):
    a = np.asarray(a)
    axes = range(a.ndim) if axis is None else _axes(axis, a.ndim)
    _host.unknown_if(axis is not None and any([a.shape[d] != 1 for d in axes]), "what these arguments raise is not followed")
    return a[tuple([0 if d in axes and a.shape[d] == 1 else slice(None) for d in range(a.ndim)])] if a.ndim else a

def swapaxes(a, axis1, axis2):
    a = np.asarray(a)
    order = list(range(a.ndim))
    i, j = _axis(axis1, a.ndim), _axis(axis2, a.ndim)
    order[i], order[j] = order[j], order[i]
    return a.transpose(order)

def _at_least(ndim, arrays):
    arrays = [np.asarray(a) for a in arrays]
    made = [a if a.ndim >= ndim else a.reshape((1,) * (ndim - a.ndim) + a.shape) for a in arrays]
    return made[0] if len(made) == 1 else tuple(made)

def atleast_1d(*arys): return _at_least(1, arys)
def atleast_2d(*arys): return _at_least(2, arys)

def stack(arrays, axis=0):
    return np.concatenate([expand_dims(a, axis) for a in arrays], _axis(axis, np.ndim(arrays[0]) + 1) if len(arrays) else 0)

def vstack(tup): return np.concatenate([atleast_2d(a) for a in tup], 0)

def hstack(tup):
    arrays = [atleast_1d(a) for a in tup]
    return np.concatenate(arrays, 0 if arrays[0].ndim == 1 else 1)

def tile(A, reps):
    reps = (reps,) if isinstance(reps, int) else tuple(reps)
    a = _at_least(len(reps), [A])
    for axis, count in enumerate((1,) * (a.ndim - len(reps)) + reps):
        a = np.concatenate([a] * count, axis) if count else a[_at(axis, slice(0, 0))]
    return a.copy()

def flip(m, axis=None):
    m = np.asarray(m)
    axes = range(m.ndim) if axis is None else _axes(axis, m.ndim)
    return m[tuple([slice(None, None, -1) if d in axes else slice(None) for d in range(m.ndim)])]

def fliplr(m): return flip(m, 1)
def flipud(m): return flip(m, 0)

def roll(a, shift, axis=None):
    a = np.asarray(a)
    _host.unknown_if(not isinstance(shift, (int, np.integer)) and axis is None, "np.roll by other than an integer is not followed")
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
    _host.unknown_if(count == 0 and before + after, "what these arguments raise is not followed")
    places = list(range(-before, count + after))
    if mode == "edge":
        return [min(max(i, 0), count - 1) for i in places]
    if mode == "wrap":
        return [i % count for i in places]
    # There and back; the ends are met once or twice.
    way = list(range(count))
    way += way[-2:0:-1] if mode == "reflect" else way[::-1]
    return [way[i % len(way)] for i in places]

def pad(array, pad_width, mode="constant", constant_values=0):
    a = np.asarray(array)
    widths = np.broadcast_to(pad_width, (a.ndim, 2)).tolist()
    _host.unknown_if(any([n < 0 for pair in widths for n in pair]), "what these arguments raise is not followed")
    if mode in ("edge", "wrap", "reflect", "symmetric"):
        for axis, (before, after) in enumerate(widths):
            a = a[_at(axis, _padded_places(mode, a.shape[axis], before, after))]
        return a
    _host.unknown_if(mode != "constant", "this mode of np.pad is not followed")
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
    a = np.ravel(a) if axis is None else np.asarray(a)
    place = 0 if axis is None else _axis(axis, a.ndim)
    return a[_at(place, list(indices) if isinstance(indices, tuple) else indices)].copy()

def column_stack(tup): return np.concatenate([a if np.ndim(a) > 1 else np.reshape(a, (-1, 1)) for a in tup], 1)

def triu_indices(n, k=0, m=None): return np.nonzero(~np.tri(n, m, k=k - 1, dtype=bool))
def tril_indices(n, k=0, m=None): return np.nonzero(np.tri(n, m, k=k, dtype=bool))
s_ = type("IndexExpression", (), {"__getitem__": lambda self, key: key})()

def outer(a, b): return np.multiply(np.ravel(a).reshape(-1, 1), np.ravel(b))

def kron(a, b):
    count = max(np.ndim(a), np.ndim(b))
    a, b = _at_least(count, [a]), _at_least(count, [b])
    wide = [n for each in a.shape for n in (each, 1)]
    narrow = [n for each in b.shape for n in (1, each)]
    return (a.reshape(wide) * b.reshape(narrow)).reshape([n * m for n, m in zip(a.shape, b.shape)])

def norm(x, ord=None, axis=None):
    x = np.asarray(x)
    if ord not in (None, 2) or ord == 2 and x.ndim != 1 and axis is None or x.dtype.kind == "c" or isinstance(axis, tuple):
        _host.unknown("this norm is not followed")
    x = x if x.dtype.kind == "f" else x.astype(float)
    return np.sqrt(np.dot(x.ravel(), x.ravel()) if axis is None else np.add.reduce(x * x, axis=axis))

def diff(a, n=1, axis=-1):
    a = np.asarray(a)
    axis = _axis(axis, a.ndim)
    for _ in range(n):
        after, before = a[_at(axis, slice(1, None))], a[_at(axis, slice(None, -1))]
        a = after != before if a.dtype == np.bool_ else after - before
    return a

def at(a, indices, b):
    places, values = np.arange(a.size)[indices], np.asarray(b)
    _host.unknown_if(a.ndim != 1 or values.dtype.kind not in "iu" and values.dtype != a.dtype, "this ufunc.at is not followed")
    for i, each in zip(places.ravel().tolist(), np.broadcast_to(values, places.shape).ravel()):
        a[i] = a[i] + each
