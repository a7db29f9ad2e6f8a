"""NumPy's elementwise functions, windows and matrices for code of the host that computes constants.

Followed while compiling, statement by statement; see compiler/sema/host_library.def.
"""

import cmath
import math

import numpy as np


def _map1(f, x):
    """f of each element, as float64; of a number, a number."""
    a = np.asarray(x)
    values = np.array([f(v) for v in a.reshape(-1)], dtype=np.float64)
    return values[0] if a.ndim == 0 else values.reshape(a.shape)


def _map2(f, x, y, kind):
    """f of each pair of elements, with the shapes of both broadcast."""
    both = np.ones(np.asarray(x).shape, dtype=np.int8) * np.ones(np.asarray(y).shape, dtype=np.int8)
    shape = np.asarray(both).shape
    a = np.broadcast_to(x, shape).reshape(-1)
    b = np.broadcast_to(y, shape).reshape(-1)
    values = np.array([f(a[i], b[i]) for i in range(a.size)], dtype=kind)
    return values[0] if len(shape) == 0 else values.reshape(shape)


# --- elements

def round_(a, decimals=0):
    kind = np.asarray(a).dtype
    if np.asarray(a).reshape(-1)[0] == 0 and isinstance(a, int):
        return a
    scale = 10.0 ** abs(decimals)
    if decimals >= 0:
        result = np.rint(np.asarray(a) * scale) / scale
    else:
        result = np.rint(np.asarray(a) / scale) * scale
    values = np.asarray(result).astype(kind)
    return values.reshape(-1)[0] if values.ndim == 0 else values


def clip(a, lowest=None, highest=None):
    result = a
    if lowest is not None:
        result = np.maximum(result, lowest)
    if highest is not None:
        result = np.minimum(result, highest)
    return result


def sign(x):
    a = np.asarray(x)
    values = np.array([1 if v > 0 else -1 if v < 0 else 0 for v in a.reshape(-1)], dtype=a.dtype)
    return values[0] if a.ndim == 0 else values.reshape(a.shape)


def hypot(x, y):
    return _map2(lambda u, v: math.sqrt(u * u + v * v), x, y, np.float64)


def arctan2(y, x):
    return _map2(lambda u, v: math.atan2(u, v), y, x, np.float64)


def gcd(x, y):
    return _map2(lambda u, v: math.gcd(int(u), int(v)), x, y, np.int64)


def lcm(x, y):
    return _map2(lambda u, v: math.lcm(int(u), int(v)), x, y, np.int64)


def logical_and(x, y):
    return _map2(lambda u, v: True if u and v else False, x, y, np.bool_)


def logical_or(x, y):
    return _map2(lambda u, v: True if u or v else False, x, y, np.bool_)


def logical_not(x):
    a = np.asarray(x)
    return np.array([not v for v in a.reshape(-1)], dtype=np.bool_).reshape(a.shape)


def greater(x, y):
    return np.asarray(x) > y


def less(x, y):
    return np.asarray(x) < y


def equal(x, y):
    return np.asarray(x) == y


def sinc(x):
    return _map1(lambda v: 1.0 if v == 0 else math.sin(math.pi * v) / (math.pi * v), x)


def real(x):
    a = np.asarray(x)
    return np.array([v.real for v in a.reshape(-1)]).reshape(a.shape)


def imag(x):
    a = np.asarray(x)
    return np.array([v.imag for v in a.reshape(-1)]).reshape(a.shape)


def conj(x):
    a = np.asarray(x)
    values = np.array([complex(v.real, -v.imag) for v in a.reshape(-1)], dtype=a.dtype)
    return values[0] if a.ndim == 0 else values.reshape(a.shape)


def packbits(a):
    bits = [1 if v else 0 for v in np.asarray(a).reshape(-1)]
    bits = bits + [0] * (-len(bits) % 8)
    return np.array([sum([bits[i + j] << (7 - j) for j in range(8)])
                     for i in range(0, len(bits), 8)], dtype=np.uint8)


def unpackbits(a):
    return np.array([(int(v) >> (7 - j)) & 1 for v in np.asarray(a).reshape(-1) for j in range(8)],
                    dtype=np.uint8)


# --- windows and frequencies

def hanning(M):
    return np.array([0.5 + 0.5 * math.cos(math.pi * n / (M - 1)) for n in range(1 - M, M, 2)])


def hamming(M):
    return np.array([0.54 + 0.46 * math.cos(math.pi * n / (M - 1)) for n in range(1 - M, M, 2)])


def blackman(M):
    return np.array([0.42 + 0.5 * math.cos(math.pi * n / (M - 1))
                     + 0.08 * math.cos(2.0 * math.pi * n / (M - 1)) for n in range(1 - M, M, 2)])


def bartlett(M):
    return np.array([1 + n / (M - 1) if n <= 0 else 1 - n / (M - 1) for n in range(1 - M, M, 2)])


def fftfreq(n, d=1.0):
    half = (n - 1) // 2 + 1
    return np.array([i for i in range(half)] + [i for i in range(-(n // 2), 0)]) * (1.0 / (n * d))


# --- vectors and matrices

def cross(a, b):
    x = np.asarray(a)
    y = np.asarray(b)
    return np.array([x[1] * y[2] - x[2] * y[1], x[2] * y[0] - x[0] * y[2], x[0] * y[1] - x[1] * y[0]])


def inner(a, b):
    return np.dot(a, b)


def vdot(a, b):
    return np.dot(np.asarray(a).reshape(-1), np.asarray(b).reshape(-1))


def kron(a, b):
    x = np.asarray(a)
    y = np.asarray(b)
    x = x.reshape((1, -1)) if x.ndim == 1 else x
    y2 = y.reshape((1, -1)) if y.ndim == 1 else y
    p, q = y2.shape
    rows = x.shape[0] * p
    columns = x.shape[1] * q
    result = np.array([[x[i // p, j // q] * y2[i % p, j % q] for j in range(columns)]
                       for i in range(rows)])
    return result.reshape(-1) if np.asarray(a).ndim == 1 and y.ndim == 1 else result


def matrix_power(a, n):
    result = np.eye(a.shape[0], dtype=a.dtype)
    for i in range(n):
        result = result @ a
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
    array = np.asarray(a)
    rows, result = _eliminated(array, [[0.0] for i in range(array.shape[0])])
    return np.float64(result)


def solve(a, b):
    array = np.asarray(a)
    right = np.asarray(b)
    n = array.shape[0]
    columns = right.reshape((n, -1))
    rows, determinant = _eliminated(array, columns)
    if determinant == 0:
        return None + 1
    m = columns.shape[1]
    result = np.zeros((n, m))
    for c in range(m):
        for i in range(n - 1, -1, -1):
            rest = rows[i, n + c]
            for j in range(i + 1, n):
                rest = rest - rows[i, j] * result[j, c]
            result[i, c] = rest / rows[i, i]
    return result.reshape(right.shape)


def inv(a):
    return solve(a, np.eye(np.asarray(a).shape[0]))
