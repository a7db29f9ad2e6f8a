"""Atomic operations: their final effect, which no order of the threads changes."""

from numba import cuda


@cuda.jit
def atomic_add(a, out):
    i = cuda.grid(1)
    if i < a.size:
        cuda.atomic.add(out, i % out.size, a[i])


@cuda.jit
def atomic_add_2d(a, out):
    i = cuda.grid(1)
    if i < a.size:
        cuda.atomic.add(out, (i % out.shape[0], -1), a[i])


@cuda.jit
def atomic_sub(a, out):
    i = cuda.grid(1)
    if i < a.size:
        cuda.atomic.sub(out, i % out.size, a[i])


@cuda.jit
def atomic_max(a, out):
    i = cuda.grid(1)
    if i < a.size:
        cuda.atomic.max(out, i % out.size, a[i])


@cuda.jit
def atomic_min(a, out):
    i = cuda.grid(1)
    if i < a.size:
        cuda.atomic.min(out, i % out.size, a[i])


@cuda.jit
def atomic_bits(a, out):
    i = cuda.grid(1)
    if i < a.size:
        cuda.atomic.and_(out, 0, a[i])
        cuda.atomic.or_(out, 1, a[i])
        cuda.atomic.xor(out, 2, a[i])


@cuda.jit
def atomic_inc_dec(out, limit):
    cuda.atomic.inc(out, 0, limit)
    cuda.atomic.dec(out, 1, limit)


@cuda.jit
def atomic_tickets(counter, taken):
    # Every thread gets a number of its own.
    ticket = cuda.atomic.add(counter, 0, 1)
    cuda.atomic.add(taken, ticket, 1)


@cuda.jit
def atomic_exch(owner, seen):
    # What each thread put in comes out once, apart from the last.
    old = cuda.atomic.exch(owner, 0, cuda.grid(1) + 1)
    cuda.atomic.add(seen, old, 1)


@cuda.jit
def atomic_cas(flag, winners):
    if cuda.atomic.cas(flag, 0, 0, 1) == 0:
        cuda.atomic.add(winners, 0, 1)


@cuda.jit
def atomic_compare_and_swap(flag, winners):
    if cuda.atomic.compare_and_swap(flag[1:], 5, 9) == 5:
        cuda.atomic.add(winners, 0, 1)


@cuda.jit
def from_both_ends(places, values, sums, low, high):
    # Many threads for each element, whose index counts from the end where it is below zero. No array is used in two ways.
    i = cuda.grid(1)
    if i < places.size:
        p = places[i]
        cuda.atomic.add(sums, p, values[i])
        if i % 2 == 0:
            cuda.atomic.min(low, p, i)
        else:
            cuda.atomic.max(high, p, i)
