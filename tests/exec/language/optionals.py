"""Values that are None on some ways and something else on others."""

import numpy as np
from numba import cuda


@cuda.jit(device=True)
def find(a, key):
    for i in range(a.size):
        if a[i] == key:
            return i
    return None


@cuda.jit(device=True)
def root(x):
    if x >= 0:
        return x ** 0.5


@cuda.jit(device=True)
def hit(x, y):
    if x > y:
        return x - y, x + y, True
    return None


@cuda.jit(device=True)
def mixed(x):
    if x == 1:
        return 1
    if x == 2:
        return 2.5
    return None


@cuda.jit(device=True)
def or_hundred(x):
    if x is None:
        return -100
    return x + 100


@cuda.jit(device=True)
def row_of(a, i):
    if i < a.shape[0]:
        return a[i]
    return None


@cuda.jit(device=True)
def divisor(n, d):
    if d >= n:
        return None
    if n % d == 0:
        return d
    return divisor(n, d + 1)


@cuda.jit
def is_none(a, keys, out):
    i = cuda.grid(1)
    r = find(a, keys[i])
    if r is None:
        out[i] = -1
    else:
        out[i] = r * 2 + 1


@cuda.jit
def is_not_none(a, keys, out):
    i = cuda.grid(1)
    r = find(a, keys[i])
    if r is not None and r > 0:
        out[i] = r
    elif r is None or keys[i] < 0:
        out[i] = -3
    else:
        out[i] = -4


@cuda.jit
def returns_early(a, keys, out):
    i = cuda.grid(1)
    r = find(a, keys[i])
    if r is None:
        return
    r += 5
    out[i] = a[r - 5] + r


@cuda.jit
def equals(a, keys, out):
    i = cuda.grid(1)
    r = find(a, keys[i])
    s = find(a, keys[0])
    out[i, 0] = r == None
    out[i, 1] = r != None
    out[i, 2] = r == s
    out[i, 3] = r != s
    out[i, 4] = r == 1
    out[i, 5] = 2 != r
    out[i, 6] = r in (0, 2)
    out[i, 7] = r not in (0, 2)


@cuda.jit
def truth(a, keys, out):
    i = cuda.grid(1)
    r = find(a, keys[i])
    if r:
        out[i, 0] = 1
    if not r:
        out[i, 1] = 1
    out[i, 2] = r or 7
    out[i, 3] = 1 if r is not None and not r else 0


@cuda.jit
def falls_off(x, out):
    i = cuda.grid(1)
    r = root(x[i])
    out[i] = -1.0 if r is None else r


@cuda.jit
def tuples(x, y, out):
    i = cuda.grid(1)
    h = hit(x[i], y[i])
    if h is not None:
        near, far, flag = h
        out[i] = near * 10 + far + flag
    else:
        out[i] = -1


@cuda.jit
def tuple_elements(x, y, out):
    i = cuda.grid(1)
    h = hit(x[i], y[i])
    if not (h is None):
        out[i] = h[0] * 10 + h[1]


@cuda.jit
def mixed_types(x, out):
    i = cuda.grid(1)
    r = mixed(x[i])
    out[i] = -1.0 if r is None else r


@cuda.jit
def passed_on(a, keys, out):
    i = cuda.grid(1)
    out[i] = or_hundred(find(a, keys[i]))


@cuda.jit
def largest(a, lengths, out):
    i = cuda.grid(1)
    best = None
    for j in range(lengths[i]):
        if best is None:
            best = a[j]
        elif a[j] > best:
            best = a[j]
    out[i] = -5 if best is None else best


@cuda.jit
def last_match(a, keys, out):
    i = cuda.grid(1)
    found = None
    n = 0
    while n < a.size:
        if a[n] == keys[i]:
            found = n
        n += 1
    if found is None:
        found = -2.5
    out[i] = found


@cuda.jit
def cleared(a, out):
    i = cuda.grid(1)
    r = a[i]
    if r < 0:
        r = None
    s = r
    t = None if s is None else s + 1
    if t is not None:
        out[i] = t


@cuda.jit
def arrays(a, rows, out):
    i = cuda.grid(1)
    row = row_of(a, rows[i])
    if row is None:
        out[i] = -1
    else:
        for j in range(row.shape[0]):
            out[i] += row[j]


@cuda.jit
def in_tuples(x, out):
    i = cuda.grid(1)
    p = (None, i) if x[i] < 0 else (x[i], 1)
    first, second = p
    out[i] = second if first is None else first * 10 + second


@cuda.jit
def recursion(n, out):
    i = cuda.grid(1)
    d = divisor(n[i], 2)
    out[i] = 1 if d is None else d


@cuda.jit
def closures(a, out):
    i = cuda.grid(1)

    def half(v):
        if v % 2 == 0:
            return v // 2
        return None

    first = lambda v: half(v) if v > 0 else None
    h = first(a[i])
    out[i] = -1 if h is None else h


@cuda.jit
def matches(a, keys, out):
    i = cuda.grid(1)
    match find(a, keys[i]):
        case None:
            out[i] = -1
        case 0:
            out[i] = 100
        case index:
            out[i] = index


@cuda.jit
def match_pairs(x, y, out):
    i = cuda.grid(1)
    match hit(x[i], y[i]):
        case (1, far, _):
            out[i] = far
        case (near, far, True):
            out[i] = near * 1000
        case None:
            out[i] = -1


@cuda.jit
def walrus(a, keys, out):
    i = cuda.grid(1)
    if (r := find(a, keys[i])) is not None:
        out[i] = r
    else:
        out[i] = -1


@cuda.jit
def uses_none(a, keys, out):
    i = cuda.grid(1)
    out[i] = find(a, keys[i]) + 1


@cuda.jit
def unpacks_none(x, y, out):
    i = cuda.grid(1)
    near, far, flag = hit(x[i], y[i])
    out[i] = near + far


@cuda.jit
def orders_none(a, keys, out):
    i = cuda.grid(1)
    r = find(a, keys[i])
    out[i] = 1 if r < 2 else 2


@cuda.jit(device=True)
def next_index(a, key):
    return find(a, key) + 1


@cuda.jit
def uses_none_in_callee(a, keys, out):
    i = cuda.grid(1)
    out[i] = next_index(a, keys[i])


@cuda.jit(device=True)
def row_of(a, n):
    if n > 2:
        return a[n % 3]
    return None


@cuda.jit(device=True)
def pair_of(x, n):
    return (x, 10 * n) if n >= 0 else None


@cuda.jit
def loops(a, n, out):
    i = cuda.grid(1)
    row = row_of(a, n[i])
    pair = pair_of(i, n[i])
    if row is not None:
        for x in row:
            out[i] += x
        for k, x in enumerate(row):
            out[i] += k * x
        for x, y in zip(row, a[0]):
            out[i] += x * y
        it = iter(row)
        out[i] += next(it)
        for x in it:
            out[i] = 2 * out[i] + x
    if pair is not None:
        for x in pair:
            out[i] = 3 * out[i] + x
        for x, y in zip(pair, reversed(pair)):
            out[i] += x * y


@cuda.jit
def loops_over_none(a, n, out):
    i = cuda.grid(1)
    for x in row_of(a, n[i]):
        out[i] += x
