"""math of integers of any size, and sums that are rounded once, for host programs."""

import math

import _host


def _index(x):
    if not hasattr(x, "__index__"):
        raise TypeError("an integer is required")
    return x.__index__()


def gcd(*integers):
    result = 0
    for each in integers:
        a, b = result, abs(_index(each))
        while b:
            a, b = b, a % b
        result = a
    return result


def lcm(*integers):
    result = 1
    for each in integers:
        each = abs(_index(each))
        if each == 0:
            return 0
        result = result // gcd(result, each) * each
    return result


def isqrt(n):
    n = _index(n)
    if n < 0:
        raise ValueError("isqrt() argument must be nonnegative")
    if n == 0:
        return 0
    x = 1 << (n.bit_length() + 1) // 2
    while True:
        y = (x + n // x) // 2
        if y >= x:
            return x
        x = y


def factorial(x):
    x = _index(x)
    if x < 0:
        raise ValueError("factorial() not defined for negative values")
    result = 1
    for i in range(2, x + 1):
        result *= i
    return result


def perm(n, k=None):
    n = _index(n)
    k = n if k is None else _index(k)
    if n < 0 or k < 0:
        raise ValueError("must be a non-negative integer")
    result = 1
    for i in range(k):
        result *= n - i
    return result


def comb(n, k):
    n, k = _index(n), _index(k)
    if n < 0 or k < 0:
        raise ValueError("must be a non-negative integer")
    if k > n:
        return 0
    return perm(n, min(k, n - k)) // factorial(min(k, n - k))


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
        if each != each or each in (float("inf"), float("-inf")):
            _host.unknown("sums of infinities are not followed")
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


def dumps(obj, *, skipkeys=False, ensure_ascii=True, check_circular=True, allow_nan=True, cls=None, indent=None, separators=None,
          default=None, sort_keys=False):
    """json.dumps of plain values."""
    if indent is not None or cls is not None or default is not None or skipkeys:
        _host.unknown("this argument of json.dumps is not followed")
    item, key = separators or (", ", ": ")
    return _text(obj, item, key, sort_keys)


def _text(obj, item, key, sort_keys):
    if obj is None:
        return "null"
    if obj is True or obj is False:
        return "true" if obj else "false"
    if type(obj) is int or type(obj) is float and obj - obj == 0:
        return repr(obj)
    if type(obj) is str and obj.isascii() and '"' not in obj and "\\" not in obj and (not obj or min(obj) >= " "):
        return '"' + obj + '"'
    if type(obj) in (list, tuple):
        return "[" + item.join([_text(each, item, key, sort_keys) for each in obj]) + "]"
    if type(obj) is dict and all([type(each) is str for each in obj]):
        pairs = sorted(obj.items()) if sort_keys else obj.items()
        return "{" + item.join([_text(k, item, key, sort_keys) + key + _text(v, item, key, sort_keys) for k, v in pairs]) + "}"
    _host.unknown("json.dumps of this is not followed")


def load(fp):
    import json
    return json.loads(fp.read())
