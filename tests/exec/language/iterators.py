"""Iterators that branches choose, that tuples hold, that are passed to functions: whoever has one takes from the same elements."""
from numba import cuda
import numpy as np


@cuda.jit(device=True)
def taken(it):
    return next(it)


@cuda.jit(device=True)
def total(pairs):
    s = 0.0
    for x, y in pairs:
        s += x * y
    return s


@cuda.jit(device=True)
def until(numbered, limit):
    for i, x in numbered:
        if x > limit:
            return i
    return -1


@cuda.jit(device=True)
def drained(it, n, depth):
    if depth == 0:
        return 0.0
    s = 0.0
    for _ in range(n):
        s += next(it)
    return s + 100 * drained(it, n, depth - 1)


@cuda.jit
def chosen(a, b, n, out):
    if n > 1:
        it = iter(a)
        numbered = enumerate(a)
    else:
        it = iter(b)
        numbered = enumerate(b, 3)
    for x in it:
        out[0] += x
    for i, x in numbered:
        out[1] += x * i
    either = zip(a, b) if n > 1 else zip(b, b)
    x, y = next(either)
    out[2] = x + 100 * y
    for x, y in either:
        out[3] += x * y
    r = iter(range(n, n + 4))
    if n > 1:
        r = iter(range(n))
    for i in r:
        out[4] = out[4] * 10 + i


@cuda.jit
def one_of_two(a, b, n, out):
    it = iter(a)
    other = it
    next(it)
    if n > 1:
        other = iter(b)
    out[0] = next(other)
    out[1] = next(it)
    for i in range(3):
        if i == n:
            other = iter(b)
        out[2 + i] = next(other)


@cuda.jit
def passed(a, b, n, out):
    it = iter(a)
    out[0] = taken(it)
    out[1] = taken(it)
    out[2] = next(it)
    pairs = zip(a, b)
    next(pairs)
    out[3] = total(pairs)
    numbers = iter(range(n, n + 3))
    out[4] = taken(numbers)
    out[5] = taken(numbers)
    three = iter((n, 2, 3))
    out[6] = taken(three)
    out[7] = taken(three)
    numbered = enumerate(a, 10)
    out[8] = until(numbered, 1.0)
    out[9] = until(numbered, 2.0)
    out[10] = total(zip(a, it))
    out[11] = drained(iter(b), 1, 3)
    pairs = enumerate(zip(a, b))
    taken(pairs)
    i, (x, y) = taken(pairs)
    out[12] = i * 100 + x * 10 + y


@cuda.jit
def kept(a, b, n, out):
    pair = (iter(a), iter(b), 1)
    next(pair[0])
    out[0] = next(pair[0])
    out[1] = next(pair[1])
    it = None
    if n > 1:
        it = iter(a)
    out[2] = -1 if it is None else next(it)
    shared = iter(a)
    numbered = enumerate(shared)
    next(numbered)
    out[3] = next(shared)
    i, x = next(numbered)
    out[4] = 10 * i + x

    def more():
        return next(shared)

    out[5] = more()
    x, y, z = iter(b[:3])
    out[6] = x + 10 * y + 100 * z
    p, q = range(n, n + 2)
    out[7] = p + 10 * q
    (i, x), (j, y) = enumerate(b[1:3])
    out[8] = i + 10 * j + 100 * x + 1000 * y


@cuda.jit(device=True)
def weighted(elements):
    s = 0.0
    for (i, j), x in elements:
        s += x * (10 * i + j)
    return s


@cuda.jit
def of_numpy(m, t, n, out):
    elements = np.ndenumerate(m)
    (i, j), x = next(elements)
    out[0] = 100 * i + 10 * j + x
    out[1] = weighted(elements)
    places = np.ndindex(2, 3) if n > 1 else np.ndindex((n, 2))
    for place in places:
        out[2] = 3 * out[2] + m[place]
    flat = np.nditer(m)
    for x in flat:
        out[3] = 2 * out[3] + x.item()
        if x.item() == n:
            break
    for x in flat:
        out[4] = 2 * out[4] + x.item()
    both = np.nditer((m, t))
    for x, y in both:
        out[5] += x.item() * y.item()


@cuda.jit
def used_up(m, out):
    elements = np.ndenumerate(m)
    for place, x in elements:
        out[0] += 1
    for place, x in elements:
        out[0] += 100


@cuda.jit
def numbers_of_number(a, out):
    elements = np.ndenumerate(out[0])
    out[0] = 1


@cuda.jit
def numpy_of_range(a, out):
    elements = np.nditer(range(3))
    out[0] = 1


@cuda.jit
def by_threads(a, out):
    i = cuda.grid(1)
    it = iter(a) if i % 2 == 0 else iter(a[::-1])
    for _ in range(i % 3):
        next(it)
    out[i] = taken(it)


@cuda.jit
def around_barriers(a, out):
    i = cuda.grid(1)
    it = iter(a)
    shared = cuda.shared.array(8, "float64")
    for _ in range(i % 3):
        next(it)
    for k in range(2):
        shared[cuda.threadIdx.x] = taken(it)
        cuda.syncthreads()
        out[i] = out[i] * 10 + shared[7 - cuda.threadIdx.x]
        cuda.syncthreads()


@cuda.jit(device=True)
def made(a):
    return iter(a)


@cuda.jit
def returned(a, out):
    out[0] = next(made(a))


@cuda.jit(device=True)
def first_of(it):
    return it, next(it)


@cuda.jit
def returned_in_tuple(a, out):
    it, x = first_of(iter(a))
    out[0] = x


@cuda.jit
def two_kinds(a, n, out):
    it = iter(a)
    if n > 3:
        it = enumerate(a)
    out[0] = next(it)


@cuda.jit
def indexed(a, out):
    it = iter(a)
    out[0] = it[0]


@cuda.jit
def too_few(a, out):
    x, y = iter(a)
    out[0] = x + y
