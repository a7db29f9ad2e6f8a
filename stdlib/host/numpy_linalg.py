"""NumPy for host programs: products of vectors and matrices, windows, numpy.linalg."""

import _host
import numpy as np


# --- products

def outer(a, b):
    return np.multiply(np.ravel(a).reshape(-1, 1), np.ravel(b))


def inner(a, b):
    if np.ndim(a) > 2 or np.ndim(b) > 2:
        _host.unknown("np.inner of these shapes is not followed")
    return np.dot(a, np.asarray(b).T)


def vdot(a, b):
    return np.dot(np.conj(np.ravel(a)), np.ravel(b))


def cross(a, b):
    a, b = np.asarray(a), np.asarray(b)
    if a.ndim == 0 or b.ndim == 0 or a.shape[-1] not in (2, 3) or b.shape[-1] not in (2, 3):
        raise ValueError("incompatible dimensions for cross product\n(dimension must be 2 or 3)")
    if a.shape[-1] != 3 or b.shape[-1] != 3:
        _host.unknown("np.cross of these shapes is not followed")
    x, y, z = a[..., 1] * b[..., 2], a[..., 2] * b[..., 0], a[..., 0] * b[..., 1]
    return np.stack([x - a[..., 2] * b[..., 1], y - a[..., 0] * b[..., 2], z - a[..., 1] * b[..., 0]], -1)


def kron(a, b):
    a, b = np.asarray(a), np.asarray(b)
    count = max(a.ndim, b.ndim)
    a, b = a.reshape((1,) * (count - a.ndim) + a.shape), b.reshape((1,) * (count - b.ndim) + b.shape)
    wide = [n for pair in zip(a.shape, (1,) * count) for n in pair]
    narrow = [n for pair in zip((1,) * count, b.shape) for n in pair]
    return (a.reshape(wide) * b.reshape(narrow)).reshape([n * m for n, m in zip(a.shape, b.shape)])


def _products(x, y):
    """Sums of products of two sequences for each way to lay one over the other."""
    n, m = len(x), len(y)
    y = y[::-1]
    return np.array([np.dot(x[max(k - m + 1, 0):k + 1], y[max(m - 1 - k, 0):m - max(k - n + 1, 0)]) for k in range(n + m - 1)])


def _part(full, n, m, mode):
    short = min(n, m)
    if mode == "valid":
        return full[short - 1:max(n, m)]
    if mode == "same":
        start = (short - 1) // 2 if n >= m else short - 1 - (short - 1) // 2
        return full[start:start + max(n, m)]
    if mode != "full":
        raise ValueError(f"mode must be one of 'valid', 'same', or 'full' (got {mode!r})")
    return full


def convolve(a, v, mode="full"):
    a, v = np.atleast_1d(a), np.atleast_1d(v)
    if a.ndim != 1 or v.ndim != 1 or len(a) == 0 or len(v) == 0:
        raise ValueError("object too deep for desired array, or an argument is empty")
    if len(v) > len(a):
        a, v = v, a
    return _part(_products(a, v), len(a), len(v), mode)


def correlate(a, v, mode="valid"):
    a, v = np.atleast_1d(a), np.atleast_1d(v)
    if a.ndim != 1 or v.ndim != 1 or len(a) == 0 or len(v) == 0:
        raise ValueError("object too deep for desired array, or an argument is empty")
    return _part(_products(a, np.conj(v)[::-1]), len(a), len(v), mode)


def polyval(p, x):
    x = np.asarray(x)
    y = np.zeros_like(x)
    for each in np.asarray(p):
        y = y * x + each
    return y


# --- windows and frequencies

def _window(at):
    def window(M):
        if M == 1:
            return np.ones(1)
        n = np.arange(1 - M, M, 2)
        return at(n / (M - 1)) if M > 1 else np.array([], dtype=float)
    return window


hanning = _window(lambda t: 0.5 + 0.5 * np.cos(np.pi * t))
hamming = _window(lambda t: 0.54 + 0.46 * np.cos(np.pi * t))
blackman = _window(lambda t: 0.42 + 0.5 * np.cos(np.pi * t) + 0.08 * np.cos(2.0 * np.pi * t))
bartlett = _window(lambda t: np.where(t <= 0, 1 + t, 1 - t))


def fftfreq(n, d=1.0):
    half = (n - 1) // 2 + 1
    return np.concatenate([np.arange(0, half), np.arange(-(n // 2), 0)]) * (1.0 / (n * d))


# --- numpy.linalg

class LinAlgError(ValueError):
    pass


def norm(x, ord=None, axis=None):
    x = np.asarray(x)
    if ord not in (None, 2) or ord == 2 and x.ndim != 1 and axis is None or x.dtype.kind == "c" or isinstance(axis, tuple):
        _host.unknown("this norm is not followed")
    x = x if x.dtype.kind == "f" else x.astype(float)
    if axis is None:
        x = x.ravel()
        return np.sqrt(np.dot(x, x))
    return np.sqrt(np.add.reduce(x * x, axis=axis))


def _square(a):
    a = np.asarray(a)
    if a.ndim < 2 or a.shape[-1] != a.shape[-2]:
        raise LinAlgError("Last 2 dimensions of the array must be square")
    if a.ndim > 2 or a.dtype.kind == "c":
        _host.unknown("matrices like these are not followed")
    if a.dtype == np.float16:
        raise TypeError("array type float16 is unsupported in linalg")
    return a


def _eliminated(a, right):
    """The rows of a and right after elimination with the largest pivots, and the sign of the row swaps, 0 if singular."""
    n = len(a)
    rows = np.concatenate([a.astype(float), right.astype(float)], axis=1)
    sign = 1.0
    for k in range(n):
        pivot = k + int(np.argmax(np.abs(rows[k:, k])))
        if rows[pivot, k] == 0:
            return rows, 0.0
        if pivot != k:
            rows[[k, pivot]] = rows[[pivot, k]]
            sign = -sign
        for i in range(k + 1, n):
            rows[i, k:] -= rows[i, k] * (1.0 / rows[k, k]) * rows[k, k:]
    return rows, sign


def _kind(*arrays):
    return np.float32 if all([a.dtype == np.float32 for a in arrays]) else np.float64


# The order of LAPACK's operations is the machine's: last bits are those of plain elimination.
def det(a):
    a = _square(a)
    rows, sign = _eliminated(a, np.zeros((len(a), 0)))
    logarithm = 0.0
    for i in range(len(a)) if sign else ():
        sign = -sign if rows[i, i] < 0 else sign
        logarithm += np.log(np.abs(rows[i, i]))
    return _kind(a)(sign * np.exp(logarithm))


def solve(a, b):
    a, b = _square(a), np.asarray(b)
    n = len(a)
    if b.ndim not in (1, 2) or b.dtype.kind == "c":
        _host.unknown("matrices like these are not followed")
    if len(b) != n:
        raise ValueError("solve: Input operand 1 has a mismatch in its core dimension 0")
    rows, sign = _eliminated(a, b.reshape(n, -1))
    if sign == 0:
        raise LinAlgError("Singular matrix")
    result = np.zeros((n, rows.shape[1] - n))
    for i in range(n - 1, -1, -1):
        rest = rows[i, n:]
        for j in range(i + 1, n):
            rest = rest - rows[i, j] * result[j]
        result[i] = rest / rows[i, i] if b.ndim == 1 else rest * (1.0 / rows[i, i])
    return result.reshape(b.shape).astype(_kind(a, b))


def inv(a):
    a = _square(a)
    return solve(a, np.eye(len(a), dtype=_kind(a)))


def matrix_power(a, n):
    a = _square(a)
    if not isinstance(n, int):
        raise TypeError("exponent must be an integer")
    if n == 0:
        return np.eye(len(a), dtype=a.dtype)
    a, n = (inv(a), -n) if n < 0 else (a, n)
    if n == 3:
        return (a @ a) @ a
    power = result = None
    while n > 0:
        power = a if power is None else power @ power
        n, bit = divmod(n, 2)
        if bit:
            result = power if result is None else result @ power
    return result.copy() if result is a else result


# --- numpy.polynomial.legendre

def leggauss(deg):
    # The roots of a Legendre polynomial by Newton's method, made symmetric as NumPy's are.
    if not isinstance(deg, int) or deg < 1:
        raise ValueError("deg must be a positive integer")
    nodes, weights = [], []
    for i in range(deg):
        x = float(np.cos(np.pi * (deg - i - 0.25) / (deg + 0.5)))
        slope = 1.0
        for _ in range(6):
            below, value = 1.0, x
            for k in range(2, deg + 1):
                below, value = value, ((2 * k - 1) * x * value - (k - 1) * below) / k
            slope = deg * (x * value - below) / (x * x - 1.0)
            x -= value / slope
        nodes.append(x)
        weights.append(2.0 / ((1.0 - x * x) * slope * slope))
    nodes, weights = np.array(nodes), np.array(weights)
    return (nodes - nodes[::-1]) / 2.0, (weights + weights[::-1]) / 2.0
