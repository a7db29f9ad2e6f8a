"""Python's library for code of the host that computes constants: what compiler/sema does not do itself.

Followed while compiling, statement by statement; see compiler/sema/host_library.def.
"""

import itertools
import math


# --- itertools

def chain(*iterables):
    return [x for each in iterables for x in each]


def chain_from(iterables):
    return [x for each in iterables for x in each]


def product(*iterables, repeat=1):
    pools = [list(each) for each in iterables] * repeat
    return itertools.product(*pools)


def accumulate(iterable, func=None):
    result = []
    for x in iterable:
        if len(result) == 0:
            result.append(x)
        elif func is None:
            result.append(result[-1] + x)
        else:
            result.append(func(result[-1], x))
    return result


def repeat(value, times):
    return [value for i in range(times)]


def islice(iterable, *bounds):
    items = list(iterable)
    if len(bounds) == 1:
        return items[:bounds[0]]
    if len(bounds) == 2:
        return items[bounds[0]:bounds[1]]
    return items[bounds[0]:bounds[1]:bounds[2]]


def pairwise(iterable):
    items = list(iterable)
    return [(items[i], items[i + 1]) for i in range(len(items) - 1)]


def combinations_with_replacement(iterable, r):
    items = list(iterable)
    places = [p for p in itertools.product(*([list(range(len(items)))] * r))
              if all([p[i] <= p[i + 1] for i in range(r - 1)])]
    return [tuple(items[i] for i in p) for p in places]


# --- math

def prod(iterable, start=1):
    result = start
    for x in iterable:
        result = result * x
    return result


def dist(p, q):
    return math.sqrt(sum([(p[i] - q[i]) ** 2 for i in range(len(p))]))


def hypot(*coordinates):
    return math.sqrt(sum([x * x for x in coordinates]))


def fsum(iterable):
    total = 0.0
    lost = 0.0
    for x in iterable:
        t = total + x
        lost = lost + ((total - t) + x if abs(total) >= abs(x) else (x - t) + total)
        total = t
    return total + lost


def isqrt(n):
    low = 0
    high = n + 1
    while high - low > 1:
        middle = (low + high) // 2
        if middle * middle <= n:
            low = middle
        else:
            high = middle
    return low


def perm(n, k=None):
    result = 1
    for i in range(n if k is None else k):
        result = result * (n - i)
    return result


# --- numbers and bytes

def pow3(base, exponent, modulus):
    result = 1 % modulus
    b = base % modulus
    e = exponent
    while e > 0:
        if e & 1:
            result = result * b % modulus
        b = b * b % modulus
        e = e >> 1
    return result


def bit_length(n):
    count = 0
    v = abs(n)
    while v > 0:
        count = count + 1
        v = v >> 1
    return count


def bit_count(n):
    count = 0
    v = abs(n)
    while v > 0:
        count = count + (v & 1)
        v = v >> 1
    return count


def is_integer(x):
    return x == math.floor(x)


def conjugate(z):
    return z.real if isinstance(z, (int, float)) else complex(z.real, -z.imag)


def from_bytes(data, byteorder="big", signed=False):
    result = 0
    values = list(data)
    for b in values if byteorder == "big" else list(reversed(values)):
        result = result * 256 + b
    if signed and len(values) > 0 and result >> (8 * len(values) - 1):
        result = result - (1 << (8 * len(values)))
    return result


def fromhex(text):
    digits = text.replace(" ", "")
    return bytes([int(digits[i:i + 2], 16) for i in range(0, len(digits), 2)])


def find(text, part):
    for i in range(len(text) - len(part) + 1):
        if text[i:i + len(part)] == part:
            return i
    return -1


def rfind(text, part):
    for i in range(len(text) - len(part), -1, -1):
        if text[i:i + len(part)] == part:
            return i
    return -1


def zfill(text, width):
    return "0" * (width - len(text)) + text


def isdigit(text):
    return len(text) > 0 and all([c in "0123456789" for c in text])
