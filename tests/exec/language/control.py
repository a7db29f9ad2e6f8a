"""Statements: loops in every form, branches, functions, unpacking."""

from numba import cuda

LIMIT = 1000
OFFSETS = (3, -1, 7)


@cuda.jit
def collatz(n, steps):
    i = cuda.grid(1)
    if i >= n.size:
        return
    value = n[i]
    count = 0
    while value != 1:
        if value % 2 == 0:
            value //= 2
        else:
            value = 3 * value + 1
        count += 1
        if count >= LIMIT:
            break
    steps[i] = count


@cuda.jit
def loop_else(a, out):
    i = cuda.grid(1)
    if i < a.size:
        n = a[i]
        for d in range(2, n):
            if n % d == 0:
                out[i, 0] = d
                break
        else:
            out[i, 0] = -1
        k = 0
        while k < n:
            if k * k == n:
                break
            k += 1
        else:
            k = -k
        out[i, 1] = k


@cuda.jit
def continues(a, out):
    i = cuda.grid(1)
    if i < a.size:
        total = 0
        for j in range(a[i]):
            if j % 3 == 0:
                continue
            if j > 20:
                break
            total += j
        j = 0
        while j < a[i]:
            j += 1
            if j % 2:
                continue
            total += 100
        out[i] = total


@cuda.jit
def nested_breaks(a, out):
    i = cuda.grid(1)
    if i < a.size:
        found = -1
        for x in range(a[i]):
            for y in range(x):
                if x * x + y * y == a[i]:
                    found = x * 100 + y
                    break
            if found >= 0:
                break
        out[i] = found


@cuda.jit
def ranges(a, out):
    i = cuda.grid(1)
    if i < a.size:
        n = a[i]
        total = 0
        for j in range(n, 0, -2):
            total = total * 3 + j
        for j in range(-n, n, 3):
            total += j
        for j in range(n, 0):
            total += 1000
        last = -7
        for last in range(n):
            pass
        out[i, 0] = total
        out[i, 1] = last


@cuda.jit
def range_is_fixed_at_entry(a, out):
    i = cuda.grid(1)
    if i < a.size:
        n = a[i]
        count = 0
        for j in range(n):
            n = 0
            j += 10
            count += j
        out[i] = count


@cuda.jit
def chained_comparison(a, out):
    i = cuda.grid(1)
    if i < a.size:
        x = a[i]
        if 0 <= x < 10:
            out[i] = 1
        elif -5 < x <= -1 or x == 12:
            out[i] = 2
        elif not x < 20 and x != 25:
            out[i] = 3
        else:
            out[i] = 4


@cuda.jit
def short_circuit(a, out):
    i = cuda.grid(1)
    if i < out.size:
        # The second operand would be out of bounds where the first is false.
        if i + 1 < a.size and a[i + 1] > a[i]:
            out[i] = 1
        else:
            out[i] = 0


@cuda.jit
def conditional_expression(a, out):
    i = cuda.grid(1)
    if i < a.size:
        x = a[i]
        out[i] = x if x > 3 else -x if x < -3 else 0


@cuda.jit
def swaps(a, out):
    i = cuda.grid(1)
    if i < a.size:
        p = q = a[i]
        q += 1
        p, q = q, p
        for _ in range(4):
            p, q = q, p + q
        (r, s), t = (p, q), p - q
        out[i] = r * 10000 + s * 100 + t


@cuda.jit
def tuples(a, out):
    i = cuda.grid(1)
    if i < a.size:
        pair = (a[i], a[i] + 1)
        more = pair + (7,)
        total = len(more)
        for v in more:
            total = total * 2 + v
        total += OFFSETS[i % 3] + OFFSETS[-1]
        out[i] = total


@cuda.jit(device=True)
def gcd(a, b):
    while b:
        a, b = b, a % b
    return a


@cuda.jit(device=True)
def divide(a, b):
    if b == 0:
        return 0, -1
    return a // b, a % b


@cuda.jit(device=True)
def scaled(x, factor=3, offset=0):
    return x * factor + offset


@cuda.jit
def calls(a, b, out):
    i = cuda.grid(1)
    if i < a.size:
        out[i, 0] = gcd(a[i], b[i])
        quotient, remainder = divide(a[i], b[i])
        out[i, 1] = quotient
        out[i, 2] = remainder
        out[i, 3] = scaled(a[i])
        out[i, 4] = scaled(a[i], 2)
        out[i, 5] = scaled(a[i], offset=5)
        out[i, 6] = scaled(offset=1, x=b[i], factor=scaled(2))


@cuda.jit
def store_in_argument(a, out):
    i = cuda.grid(1)
    if i < a.size:
        fill(out, i, a[i])


@cuda.jit
def fill(target, at, value):
    target[at] = value
    if value > 2:
        return
    target[at] = -value


@cuda.jit
def early_returns(a, out):
    i = cuda.grid(1)
    if i >= a.size:
        return
    out[i] = 1
    for j in range(10):
        if a[i] == j:
            out[i] = 100 + j
            return
        if a[i] < 0:
            return
    out[i] = 2


@cuda.jit
def variable_of_two_branches(a, out):
    i = cuda.grid(1)
    if i < a.size:
        if a[i] > 0:
            x = a[i]
        else:
            x = 0.5
        out[i] = x


@cuda.jit
def scalars(n, scale, flag, out):
    i = cuda.grid(1)
    if i < n and i < out.size:
        out[i] = i * scale if flag else -1.0


@cuda.jit
def walrus(a, out):
    i = cuda.grid(1)
    if i < a.size:
        if (n := a[i] * 2) > 10:
            out[i] = n
        else:
            out[i] = -n
