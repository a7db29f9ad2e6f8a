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
    # Without `repeat` there are more than anybody can hold.
    if repeat == 1:
        raise OverflowError
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
    if any([b is not None and b < 0 for b in bounds]):
        raise ValueError
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

def prod(iterable, *, start=1):
    result = start
    for x in iterable:
        result = result * x
    return result


def dist(p, q):
    if len(p) != len(q):
        raise ValueError
    return hypot(*[p[i] - q[i] for i in range(len(p))])


def hypot(*coordinates):
    largest = max([abs(x) for x in coordinates], default=0.0)
    if largest == 0 or largest == math.inf:
        return float(largest)
    return largest * math.sqrt(fsum([(x / largest) ** 2 for x in coordinates]))


def fsum(iterable):
    # Sums whose rounding errors do not overlap.
    parts = []
    for x in iterable:
        rest = float(x)
        if rest - rest != 0:
            raise ValueError
        kept = []
        for part in parts:
            large = rest if abs(rest) >= abs(part) else part
            small = part if abs(rest) >= abs(part) else rest
            total = large + small
            lost = small - (total - large)
            if lost != 0:
                kept.append(lost)
            rest = total
        kept.append(rest)
        parts = kept
    return _rounded(parts)


def _rounded(parts):
    """The sum of parts that do not overlap, the largest last, rounded once."""
    if len(parts) == 0:
        return 0.0
    total = parts[-1]
    for i in range(len(parts) - 2, -1, -1):
        before = total
        total = before + parts[i]
        lost = parts[i] - (total - before)
        if lost != 0:
            # Half a unit lost: the parts below decide.
            if i > 0 and (lost < 0) == (parts[i - 1] < 0):
                twice = lost * 2.0
                if total + twice - total == twice:
                    total = total + twice
            return total
    return total


def isqrt(n):
    if not isinstance(n, int) or n < 0:
        raise ValueError
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
    if n < 0 or (k is not None and k < 0):
        raise ValueError
    result = 1
    for i in range(n if k is None else k):
        result = result * (n - i)
    return result


# --- numbers and bytes

def pow3(base, exponent, modulus):
    if not all([isinstance(n, int) for n in (base, exponent, modulus)]) or exponent < 0:
        raise ValueError
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
    if isinstance(x, int):
        raise AttributeError
    return x - x == 0 and x == math.floor(x)


def conjugate(z):
    return z.real if isinstance(z, (int, float)) else complex(z.real, -z.imag)


def from_bytes(data, byteorder="big", signed=False):
    if byteorder not in ("big", "little"):
        raise ValueError
    result = 0
    values = list(data)
    for b in values if byteorder == "big" else list(reversed(values)):
        result = result * 256 + b
    if signed and len(values) > 0 and result >> (8 * len(values) - 1):
        result = result - (1 << (8 * len(values)))
    return result


def fromhex(text):
    if any([len(word) % 2 for word in text.split()]):
        raise ValueError
    digits = text.replace(" ", "")
    return bytes([int(digits[i:i + 2], 16) for i in range(0, len(digits), 2)])


def find(text, part, start=0):
    first = max(start + len(text), 0) if start < 0 else start
    for i in range(first, len(text) - len(part) + 1):
        if text[i:i + len(part)] == part:
            return i
    return -1


def index(text, part, start=0):
    place = find(text, part, start)
    if place < 0:
        raise ValueError
    return place


def rfind(text, part):
    for i in range(len(text) - len(part), -1, -1):
        if text[i:i + len(part)] == part:
            return i
    return -1


def zfill(text, width):
    if text[:1] == "-" or text[:1] == "+":
        return text[0] + "0" * (width - len(text)) + text[1:]
    return "0" * (width - len(text)) + text


# --- other modules

def calcsize(form):
    # Native sizes are those of the machines that kernels are compiled on.
    is_native = form[:1] not in ("=", "<", ">", "!")
    text = form[1:] if form[:1] in ("@", "=", "<", ">", "!") else form
    sizes = {"x": 1, "c": 1, "b": 1, "B": 1, "?": 1, "h": 2, "H": 2, "i": 4, "I": 4, "l": 4, "L": 4, "q": 8, "Q": 8,
             "e": 2, "f": 4, "d": 8, "s": 1, "p": 1}
    if is_native:
        sizes["l"] = sizes["L"] = sizes["n"] = sizes["N"] = sizes["P"] = 8
    size = 0
    count = ""
    for c in text:
        if c in "0123456789":
            count += c
        elif c != " " or count != "":
            if is_native:
                size = -(-size // sizes[c]) * sizes[c]
            size += sizes[c] * (int(count) if count != "" else 1)
            count = ""
    if count != "":
        raise ValueError
    return size


def binom(n, k):
    # As scipy computes it where both are whole; of others, the gamma function has no value here.
    if n != int(n) or k != int(k) or n < 1:
        raise ValueError
    few = float(n - k) if k > n / 2 else float(k)
    if few >= 20:
        raise ValueError
    if few < 0:
        return 0.0
    above = 1.0
    below = 1.0
    for i in range(1, int(few) + 1):
        above *= i + n - few
        below *= i
        if abs(above) > 1e50:
            above /= below
            below = 1.0
    return above / below


def isdigit(text):
    return len(text) > 0 and all([c in "0123456789" for c in text])
