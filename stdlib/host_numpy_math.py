"""NumPy's elementwise functions, windows and matrices for code of the host that computes constants.

Followed while compiling, statement by statement; see compiler/sema/host_library.def. What NumPy refuses, and what is not
done here, raises.
"""

import math

import numpy as np


def _map2(f, x, y, kind):
    """f of each pair of elements, with the shapes of both broadcast."""
    shape = np._common_shape(x, y)
    a = np.broadcast_to(x, shape).reshape(-1)
    b = np.broadcast_to(y, shape).reshape(-1)
    values = np.array([f(a[i], b[i]) for i in range(a.size)], dtype=kind)
    return values[0] if len(shape) == 0 else values.reshape(shape)


_FLOATS = (np.float16, np.float32, np.float64)
_COMPLEX = (np.complex64, np.complex128)


def _float_kind(kind):
    """The type in which functions of real numbers are computed."""
    if kind in _COMPLEX:
        raise TypeError
    return np.sqrt(np.zeros(1, dtype=kind)).dtype


def _list_array(x):
    return np.asarray(x) if isinstance(x, (list, tuple)) else x


def _number_or_array(values):
    return values.reshape(-1)[0] if values.ndim == 0 else values


# --- elements

def round_(a, decimals=0):
    array = np.asarray(a)
    kind = array.dtype
    if kind == np.bool_ or kind in _COMPLEX:
        raise TypeError
    if kind not in _FLOATS and decimals >= 0:
        return _number_or_array(array)
    scale = 10.0 ** abs(decimals)
    if decimals >= 0:
        result = np.rint(array * scale) / scale
    else:
        result = np.rint(array / scale) * scale
    return _number_or_array(np.asarray(result).astype(kind))


def clip(a, a_min=None, a_max=None, min=None, max=None):
    lowest = _list_array(a_min if min is None else min)
    highest = _list_array(a_max if max is None else max)
    result = _list_array(a)
    # Bools have no order of their own there.
    if np.asarray(result).dtype == np.bool_:
        kind = np._result_kind(result, lowest if highest is None else highest)
        if kind == np.bool_:
            raise TypeError
        result = _number_or_array(np.asarray(result).astype(kind))
    if lowest is not None:
        result = np.maximum(result, lowest)
    if highest is not None:
        result = np.minimum(result, highest)
    return result


def sign(x):
    a = np.asarray(x)
    if a.dtype == np.bool_ or a.dtype in _COMPLEX:
        raise TypeError
    values = np.array([1 if v > 0 else -1 if v < 0 else 0 if v == 0 else v for v in a.reshape(-1)],
                      dtype=a.dtype)
    return values[0] if a.ndim == 0 else values.reshape(a.shape)


def _float_kind_of(x, y):
    """The type in which functions of two real numbers are computed: that of each of them, or the larger."""
    if isinstance(x, (int, float, list, tuple)) or isinstance(y, (int, float, list, tuple)):
        return _float_kind(np._result_kind(x, y))
    a = np.zeros(1, dtype=_float_kind(x.dtype))
    b = np.zeros(1, dtype=_float_kind(y.dtype))
    return (a + b).dtype


def hypot(x, y):
    return _map2(lambda u, v: math.hypot(u, v), x, y, _float_kind_of(x, y))


def arctan2(y, x):
    return _map2(lambda u, v: math.atan2(u, v), y, x, _float_kind_of(y, x))


def _integer_kind(x, y):
    kind = np._result_kind(x, y)
    if kind in _FLOATS or kind in _COMPLEX or kind == np.bool_:
        raise TypeError
    return kind


def gcd(x, y):
    return _map2(lambda u, v: math.gcd(int(u), int(v)), x, y, _integer_kind(x, y))


def lcm(x, y):
    return _map2(lambda u, v: math.lcm(int(u), int(v)), x, y, _integer_kind(x, y))


def logical_and(x, y):
    return _map2(lambda u, v: True if u and v else False, x, y, np.bool_)


def logical_or(x, y):
    return _map2(lambda u, v: True if u or v else False, x, y, np.bool_)


def logical_xor(x, y):
    return _map2(lambda u, v: bool(u) != bool(v), x, y, np.bool_)


def logical_not(x):
    a = np.asarray(x)
    values = np.array([not v for v in a.reshape(-1)], dtype=np.bool_)
    return values[0] if a.ndim == 0 else values.reshape(a.shape)


def greater(x, y):
    return _number_or_array(np.asarray(x) > _list_array(y))


def greater_equal(x, y):
    return _number_or_array(np.asarray(x) >= _list_array(y))


def less(x, y):
    return _number_or_array(np.asarray(x) < _list_array(y))


def less_equal(x, y):
    return _number_or_array(np.asarray(x) <= _list_array(y))


def equal(x, y):
    return _number_or_array(np.asarray(x) == _list_array(y))


def not_equal(x, y):
    return _number_or_array(np.asarray(x) != _list_array(y))


def sinc(x):
    a = np.asarray(x)
    angles = np.asarray(a * math.pi)
    flat = angles.reshape(-1)
    sines = np.sin(flat)
    values = np.array([1.0 if flat[i] == 0 else sines[i] / flat[i] for i in range(flat.size)],
                      dtype=angles.dtype)
    return values[0] if a.ndim == 0 else values.reshape(a.shape)


def real(x):
    return x.real if isinstance(x, (int, float, complex)) else np.asarray(x).real


def imag(x):
    return x.imag if isinstance(x, (int, float, complex)) else np.asarray(x).imag


def conj(x):
    a = np.asarray(x)
    if a.dtype not in _COMPLEX:
        return _number_or_array(a)
    values = np.array([complex(v.real, -v.imag) for v in a.reshape(-1)], dtype=a.dtype)
    return values[0] if a.ndim == 0 else values.reshape(a.shape)


def packbits(a):
    array = np.asarray(a)
    if array.dtype in _FLOATS or array.dtype in _COMPLEX:
        raise TypeError
    bits = [1 if v else 0 for v in array.reshape(-1)]
    bits = bits + [0] * (-len(bits) % 8)
    return np.array([sum([bits[i + j] << (7 - j) for j in range(8)])
                     for i in range(0, len(bits), 8)], dtype=np.uint8)


def unpackbits(a):
    array = np.asarray(a)
    if array.dtype != np.uint8:
        raise TypeError
    return np.array([(int(v) >> (7 - j)) & 1 for v in array.reshape(-1) for j in range(8)],
                    dtype=np.uint8)


# --- windows and frequencies

def _window(M, at):
    if M == 1:
        return np.ones(1)
    return np.array([at(n / (M - 1)) for n in range(1 - M, M, 2)], dtype=np.float64)


def hanning(M):
    return _window(M, lambda t: 0.5 + 0.5 * math.cos(math.pi * t))


def hamming(M):
    return _window(M, lambda t: 0.54 + 0.46 * math.cos(math.pi * t))


def blackman(M):
    return _window(M, lambda t: 0.42 + 0.5 * math.cos(math.pi * t)
                   + 0.08 * math.cos(2.0 * math.pi * t))


def bartlett(M):
    return _window(M, lambda t: 1 + t if t <= 0 else 1 - t)


def fftfreq(n, d=1.0):
    half = (n - 1) // 2 + 1
    return np.array([i for i in range(half)] + [i for i in range(-(n // 2), 0)]) * (1.0 / (n * d))


# --- vectors and matrices

def cross(a, b):
    x = np.asarray(a)
    y = np.asarray(b)
    if x.shape != y.shape or x.shape[-1] != 3 or x.ndim > 2:
        raise ValueError
    if x.ndim == 2:
        return np.stack([cross(x[i], y[i]) for i in range(x.shape[0])])
    return np.array([x[1] * y[2] - x[2] * y[1], x[2] * y[0] - x[0] * y[2], x[0] * y[1] - x[1] * y[0]])


def inner(a, b):
    x = np.asarray(a)
    y = np.asarray(b)
    if x.ndim == 0 or y.ndim == 0:
        return x * y
    return np.dot(x, y.T if y.ndim == 2 else y)


def vdot(a, b):
    return np.dot(np.conj(np.asarray(a).reshape(-1)), np.asarray(b).reshape(-1))


def kron(a, b):
    x = np.asarray(a)
    y = np.asarray(b)
    if x.ndim > 2 or y.ndim > 2 or x.ndim == 0 or y.ndim == 0:
        raise ValueError
    x2 = x.reshape((1, -1)) if x.ndim == 1 else x
    y2 = y.reshape((1, -1)) if y.ndim == 1 else y
    p, q = y2.shape
    rows = x2.shape[0] * p
    columns = x2.shape[1] * q
    result = np.array([[x2[i // p, j // q] * y2[i % p, j % q] for j in range(columns)]
                       for i in range(rows)])
    return result.reshape(-1) if x.ndim == 1 and y.ndim == 1 else result


def _square(a):
    array = np.asarray(a)
    if array.ndim != 2 or array.shape[0] != array.shape[1] or array.dtype in _COMPLEX:
        raise ValueError
    return array


def matrix_power(a, n):
    array = _square(a)
    if not isinstance(n, int):
        raise TypeError
    factor = inv(array) if n < 0 else array
    result = np.eye(array.shape[0], dtype=factor.dtype)
    rest = abs(n)
    while rest > 0:
        if rest % 2 == 1:
            result = result @ factor
        factor = factor @ factor
        rest = rest // 2
    return result


def _eliminated(a, right):
    """The rows of a and right after elimination with the largest pivots, and the determinant."""
    n = len(a)
    rows = np.array([[a[i][j] for j in range(n)] + [right[i][j] for j in range(len(right[i]))]
                     for i in range(n)], dtype=np.float64)
    det = 1.0
    for k in range(n):
        pivot = k
        for i in range(k + 1, n):
            if abs(rows[i, k]) > abs(rows[pivot, k]):
                pivot = i
        if rows[pivot, k] == 0:
            return rows, 0.0
        if pivot != k:
            for j in range(rows.shape[1]):
                above = rows[k, j]
                rows[k, j] = rows[pivot, j]
                rows[pivot, j] = above
            det = -det
        det = det * rows[k, k]
        for i in range(k + 1, n):
            factor = rows[i, k] / rows[k, k]
            for j in range(k, rows.shape[1]):
                rows[i, j] = rows[i, j] - factor * rows[k, j]
    return rows, det


def det(a):
    array = _square(a)
    rows, result = _eliminated(array, [[0.0] for i in range(array.shape[0])])
    return np.array([result], dtype=_float_kind(array.dtype))[0]


def solve(a, b):
    array = _square(a)
    right = np.asarray(b)
    n = array.shape[0]
    if right.dtype in _COMPLEX or right.ndim > 2 or right.shape[0] != n:
        raise ValueError
    columns = right.reshape((n, -1))
    rows, determinant = _eliminated(array, columns)
    if determinant == 0:
        raise ValueError
    m = columns.shape[1]
    result = np.zeros((n, m))
    for c in range(m):
        for i in range(n - 1, -1, -1):
            rest = rows[i, n + c]
            for j in range(i + 1, n):
                rest = rest - rows[i, j] * result[j, c]
            result[i, c] = rest / rows[i, i]
    kind = _float_kind(np._result_kind(array, right))
    return result.reshape(right.shape).astype(kind)


def inv(a):
    array = _square(a)
    return solve(array, np.eye(array.shape[0], dtype=_float_kind(array.dtype)))


# --- quadrature

def leggauss(deg):
    # The roots of a Legendre polynomial by Newton's method, made symmetric as NumPy's are.
    if deg < 1:
        raise ValueError
    nodes = []
    weights = []
    for i in range(deg):
        x = math.cos(math.pi * (deg - i - 0.25) / (deg + 0.5))
        slope = 1.0
        for turn in range(6):
            below = 1.0
            value = x
            for k in range(2, deg + 1):
                below, value = value, ((2 * k - 1) * x * value - (k - 1) * below) / k
            slope = deg * (x * value - below) / (x * x - 1.0)
            x -= value / slope
        nodes.append(x)
        weights.append(2.0 / ((1.0 - x * x) * slope * slope))
    last = deg - 1
    return (np.array([(nodes[i] - nodes[last - i]) / 2.0 for i in range(deg)]),
            np.array([(weights[i] + weights[last - i]) / 2.0 for i in range(deg)]))
