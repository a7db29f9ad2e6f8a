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


@cuda.jit
def taken_inside(a, b, n, out):
    """Loops go on behind what others take meanwhile, by whatever name they have it."""
    it = iter(a)
    for x in it:
        if n < x < 5:
            out[0] = 100 * out[0] + 10 * x + next(it)
    it = iter(b)
    other = it
    for i, x in enumerate(it, n):
        out[1] = out[1] * 3 + i * x
        if i % 2 == 0 and x < 30:
            out[1] += taken(other)
    it = iter(a)

    def more():
        return next(it)

    for x in it:
        if x < 3:
            out[2] = 10 * out[2] + more() - x
    it = iter(a)
    for x in it:
        for y in it:
            out[3] = 10 * out[3] + x * y
            if y > n:
                break
        else:
            out[3] += 0.5
    it = iter(a)
    for x in it:
        if x == 1:
            it = iter(b)
        if x == 3:
            out[4] = next(it)
            continue
        out[5] += x
    pair = (iter(a), iter(b))
    for x in pair[0]:
        out[6] += x * next(pair[1])
        if n < x < 5:
            next(pair[0])


@cuda.jit(device=True)
def alternating(u, v):
    s = 0.0
    for x in u:
        s = s * 10 + x
        if x < 3:
            s += 2 * next(v)
    return s


@cuda.jit
def in_groups(a, b, n, out):
    it = iter(a)
    for x, y in zip(it, it):
        out[0] = out[0] * 100 + 10 * x + y
    it = iter(b)
    both = zip(it, a, it)
    x, y, z = next(both)
    out[1] = x + 10 * y + 100 * z
    for x, y, z in both:
        out[1] += 1000 * (x + 10 * y + 100 * z)
    # The first part has lost an element where the second ends, not the other way round.
    it = iter(b)
    for x, y in zip(it, a[:n]):
        out[2] += x * y
    for x in it:
        out[3] += x
    it = iter(b)
    for y, x in zip(a[:n], it):
        out[4] += x * y
    for x in it:
        out[5] += x
    it = iter(a)
    out[6] = alternating(it, it)
    numbered = enumerate(it)
    for (i, x), (j, y) in zip(numbered, enumerate(zip(a, b))):
        out[7] += x * 100
    it = iter(a[:4])
    (x, y), (z, w) = zip(it, it)
    out[8] = x + 10 * y + 100 * z + 1000 * w
    k = 0
    for i, (x, y) in zip(range(n, 100, 3), enumerate(iter(a))):
        k = k * 7 + i * x + y
    out[9] = k


@cuda.jit
def taken_behind_barriers(a, out):
    i = cuda.grid(1)
    shared = cuda.shared.array(8, "float64")
    it = iter(a)
    mine = it
    for x in it:
        shared[cuda.threadIdx.x] = x * (i + 1)
        cuda.syncthreads()
        out[i] = out[i] * 10 + shared[7 - cuda.threadIdx.x] + next(mine)
        cuda.syncthreads()


@cuda.jit
def nothing_left_inside(a, out):
    it = iter(a)
    for x in it:
        out[0] += x * next(it)


@cuda.jit
def backwards(a, out):
    it = iter(a)
    for x in reversed(it):
        out[0] = x


@cuda.jit
def two_of_five(a, out):
    x, y = zip(a, a)
    out[0] = x[0] + y[0]
