"""math of integers of any size, and sums that are rounded once, for host programs."""

import math

import _host

def _index(x):
    if not hasattr(x, "__index__"):
        raise TypeError("an integer is required")
    return x.__index__()

def _natural(x, why="must be a non-negative integer"):
    if _index(x) < 0:
        raise ValueError(why)
    return _index(x)

def gcd(*integers):
    result = 0
    for b in [abs(_index(each)) for each in integers]:
        while b:
            result, b = b, result % b
    return result

def lcm(*integers):
    result = 1
    for each in [abs(_index(each)) for each in integers]:
        result = result // (gcd(result, each) or 1) * each
    return result

def isqrt(n):
    n = _natural(n, "isqrt() argument must be nonnegative")
    x, y = n + 2, 1 << (n.bit_length() + 1) // 2
    while y < x:
        x, y = y, (y + n // max(y, 1)) // 2
    return x

def factorial(x): return prod(range(2, _natural(x, "factorial() not defined for negative values") + 1))

def perm(n, k=None):
    n = _natural(n)
    return prod(range(n, n - (n if k is None else _natural(k)), -1))

def comb(n, k):
    n, k = _natural(n), _natural(k)
    return perm(n, min(k, n - k)) // factorial(min(k, n - k)) if k <= n else 0

def prod(iterable, *, start=1):
    for each in iterable:
        start = start * each
    return start

def dist(p, q):
    if len(p) != len(q):
        raise ValueError("both points must have the same number of dimensions")
    return math.hypot(*[a - b for a, b in zip(p, q)])

def fsum(seq):
    total, divisor = 0, 1
    for each in seq:
        each = float(each)
        _host.unknown_if(each != each or each in (float("inf"), float("-inf")), "sums of infinities are not followed")
        a, b = each.as_integer_ratio()
        if b > divisor:
            total, divisor = total * (b // divisor), b
        total += a * (divisor // b)
    return total / divisor

def isclose(a, b, *, rel_tol=1e-09, abs_tol=0.0):
    if rel_tol < 0 or abs_tol < 0:
        raise ValueError("tolerances must be non-negative")
    a, b = float(a), float(b)
    if a == b:
        return True
    if a - a != 0 or b - b != 0:
        return False
    difference = abs(b - a)
    return difference <= abs(rel_tol * b) or difference <= abs(rel_tol * a) or difference <= abs_tol
