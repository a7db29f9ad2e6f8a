"""math of integers of any size, sums that are rounded once, and statistics, for host programs."""

import _host

def _index(x):
    if not hasattr(x, "__index__"):
        raise TypeError("an integer is required")
    return x.__index__()

def _natural(x, why="must be a non-negative integer"):
    if _index(x) < 0:
        raise ValueError(why)
    return _index(x)

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

def _exact(numbers):
    total, divisor = 0, 1
    for each in numbers:
        _host.unknown_if(each != each or each in (float("inf"), float("-inf")), "sums of infinities are not followed")
        a, b = each.as_integer_ratio()
        if b > divisor:
            total, divisor = total * (b // divisor), b
        total += a * (divisor // b)
    return total, divisor

def fsum(seq):
    total, divisor = _exact([float(each) for each in seq])
    return total / divisor

def mean(data):
    data = list(data)
    _host.unknown_if(not data or any([type(each) not in (int, float) for each in data]), "this mean is not followed")
    total, divisor = _exact(data)
    divisor *= len(data)
    return total // divisor if total % divisor == 0 and float not in [type(each) for each in data] else total / divisor
