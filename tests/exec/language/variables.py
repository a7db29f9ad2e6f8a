"""Variables that a loop carries although nothing before it assigns them, and those that no way assigns."""

from numba import cuda


@cuda.jit
def first_time_sets(out, n):
    for i in range(n):
        if i == 0:
            value = 1.5
        else:
            value = value * 2
    out[0] = value


@cuda.jit
def first_time_sets_in_while(out, n):
    i = 0
    while i < n:
        if i > 0:
            out[i] = float(previous)
        previous = i * 3
        i += 1


@cuda.jit
def read_before_set_in_text(out, n):
    for i in range(n):
        if i > 0:
            out[i] = last + 5
        last = out[i] * 2


@cuda.jit
def through_another(out, n):
    for i in range(n):
        if i > 0:
            seen = last
            out[i] = seen
        last = i


@cuda.jit
def augmented(out, n):
    for i in range(n):
        if i == 0:
            total = 1.5
        else:
            total += 2
    out[0] = total


@cuda.jit
def largest(out, n):
    for i in range(n):
        if i == 0:
            best = out[i]
        elif out[i] > best:
            best = out[i]
    out[0] = best


@cuda.jit
def flag_says_whether(out, n):
    first = True
    for i in range(n):
        if first:
            least = out[i]
            first = False
        else:
            least = min(least, out[i])
    out[0] = least


@cuda.jit
def swapped(out, n):
    for i in range(n):
        if i == 0:
            last = 7
        out[i], last = last, i


@cuda.jit
def in_two_loops(out, n):
    for i in range(n):
        for j in range(3):
            if i == 0 and j == 0:
                count = 1
                scale = 0.5
            else:
                count = count + j
                scale = scale + count
    out[0] = count
    out[1] = scale


@cuda.jit(device=True)
def first_of(n):
    for i in range(n):
        return i + 5
    return i


@cuda.jit
def loop_that_returns(out, n):
    out[0] = first_of(n) + 1


@cuda.jit
def set_where_it_returns(out, n):
    if n > 100:
        value = 2.5
        out[1] = value
        return
    out[0] = value / 2 + 3


@cuda.jit
def set_where_it_raises(out, n):
    if n > 100:
        value = 7
        raise ValueError("too many")
    out[0] = value // 2 + 3


@cuda.jit
def while_that_returns(out, n):
    while n > 100:
        value = n
        return
    out[0] = value + 4


@cuda.jit
def never_set_before(out, n):
    if n > 3:
        out[0] = value
    else:
        value = 2.5
        out[1] = value


@cuda.jit
def needs_itself(out, n):
    for i in range(n):
        value = value * 2
    out[0] = value


@cuda.jit
def read_after_del(out, n):
    value = out[0]
    del value
    out[1] = value


@cuda.jit
def array_set_where_it_returns(out, n):
    if n > 100:
        part = out[1:]
        return
    out[0] = part[0]
