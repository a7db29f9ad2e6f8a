"""Device functions with signatures in their decorators; functions that call each other in circles."""

from numba import cuda, float64, int64, optional
import numpy as np


@cuda.jit("float32(float32, float32)", device=True)
def add32(a, b):
    return a + b


@cuda.jit("int32(float64)", device=True)
def scaled(x):
    return x * 1.5


@cuda.jit(["int64(int64)", "float32(float32)", "float64(float64)"], device=True)
def half(x):
    return x / 2


@cuda.jit(["int32(int32, int32)", "int64(int64, int64)"], device=True)
def total(a, b):
    return a + b


@cuda.jit("UniTuple(float32, 2)(float64)", device=True)
def pair(x):
    return x, 1


@cuda.jit("float32(float32[:], int32)", device=True)
def element(a, i):
    return a[i]


@cuda.jit("(float32, float32)", device=True)
def difference(a, b):
    return a - b


@cuda.jit("int64(int64)", device=True)
def factorial(n):
    if n <= 1:
        return 1
    return n * factorial(n - 1)


@cuda.jit("int32(boolean)", device=True)
def flag(x):
    return x


@cuda.jit("float32(float32)", device=True)
def big(x):
    x = x * 2
    return x


@cuda.jit
def fixed(out):
    out[0] = add32(1.1, 2)
    out[1] = scaled(3.0)
    out[2], out[3] = pair(2.7)
    out[4] = difference(1.1, 0.3)
    out[5] = factorial(5)
    out[6] = flag(5)
    out[7] = big(1e300)
    out[8] = scaled(cuda.threadIdx.x - 1)
    out[9] = add32(b=0.7, a=1)


@cuda.jit
def best(x, out):
    out[0] = half(x)


@cuda.jit
def first(x, y, out):
    out[0] = total(x, y)


@cuda.jit
def views(a, out):
    out[0] = element(a, 1)
    out[1] = element(a[::-1], 0)
    s = cuda.shared.array(4, "float32")
    s[1] = 8
    out[2] = element(s, 1.9)


@cuda.jit(device=True)
def even(n):
    if n == 0:
        return True
    return odd(n - 1)


@cuda.jit(device=True)
def odd(n):
    if n == 0:
        return False
    return even(n - 1)


@cuda.jit(device=True)
def female(n):
    return 1 if n == 0 else n - male(female(n - 1))


@cuda.jit(device=True)
def male(n):
    return 0 if n == 0 else n - female(male(n - 1))


@cuda.jit(device=True)
def first_of_three(n):
    if n > 0:
        return second_of_three(n - 1)
    return 1


@cuda.jit(device=True)
def second_of_three(n):
    return third_of_three(n) + 0.5


@cuda.jit(device=True)
def third_of_three(n):
    if n > 5:
        return second_of_three(n - 1)
    return first_of_three(n - 1)


@cuda.jit(device=True)
def mark(a, i):
    if i < a.size:
        a[i] += 1
        mark_other(a, i + 1)


@cuda.jit(device=True)
def mark_other(a, i):
    if i < a.size:
        a[i] -= 10
        mark(a, i + 2)


@cuda.jit(device=True)
def fill(a, i):
    if i < a.size:
        a[i] = i
        fill(a, i + 1)


# A grammar: sums of products of digits and sums in parentheses; the value and where it ends.
@cuda.jit(device=True)
def parse_sum(text, at):
    value, at = parse_product(text, at)
    while at < text.size and text[at] == 43:
        right, at = parse_product(text, at + 1)
        value += right
    return value, at


@cuda.jit(device=True)
def parse_product(text, at):
    value, at = parse_factor(text, at)
    while at < text.size and text[at] == 42:
        right, at = parse_factor(text, at + 1)
        value *= right
    return value, at


@cuda.jit(device=True)
def parse_factor(text, at):
    if text[at] == 40:
        value, at = parse_sum(text, at + 1)
        return value, at + 1
    return text[at] - 48, at + 1


@cuda.jit
def circle(out):
    i = cuda.grid(1)
    out[i, 0] = even(i)
    out[i, 1] = odd(i)
    out[i, 2] = female(i)
    out[i, 3] = male(i)


@cuda.jit
def circle_of_three(out):
    i = cuda.grid(1)
    out[i, 0] = first_of_three(i)
    out[i, 1] = second_of_three(i)
    out[i, 2] = third_of_three(i)


@cuda.jit
def circle_of_nothing(a):
    mark(a, 0)


@cuda.jit
def recursion_of_nothing(a):
    fill(a, 0)


@cuda.jit
def calculator(text, out):
    out[0], out[1] = parse_sum(text, 0)


@cuda.jit
def calculator_from_below(text, out):
    value, at = parse_factor(text, 0)
    out[0] = value
    out[1] = at


# Signatures put together from what the file says.
BITS = 32
ELEMENT = "float%d" % BITS
VIEW = "{0}{1}[:]".format("float", BITS)
NAMES = ", ".join(["int32", VIEW])


@cuda.jit("{}(float{}, {width})".format("float64", BITS, width="int16"), device=True)
def by_format(x, n):
    return x * n


@cuda.jit("%s(%s, %s)" % ("int8", ELEMENT, "int%d" % (BITS // 2)), device=True)
def by_percent(x, n):
    return x * n


@cuda.jit(f"int16({ELEMENT}, {'int'}{BITS:02d})", device=True)
def by_fstring(x, n):
    return x * n


@cuda.jit("void(" + NAMES.replace("int32", "int{:d}".format(BITS * 2)) + ", float64[:])")
def formatted(n, a, out):
    i = cuda.grid(1)
    if i < n:
        out[3 * i] = by_format(a[i] + 0.1, n)
        out[3 * i + 1] = by_percent(a[i], 100)
        out[3 * i + 2] = by_fstring(a[i], 30000)


@cuda.jit([int64(optional(int64), optional(float64))], device=True)
def both(x, y):
    r = 0
    if x is not None:
        r += x
    if y is not None:
        r += int(y * 10)
    return r


@cuda.jit("float64(optional(float64[::1]), int64)", device=True)
def maybe_element(a, i):
    if a is None:
        return -1.0
    return a[i]


@cuda.jit([int64(int64), int64(optional(int64))], device=True)
def doubled(x):
    if x is None:
        return 0
    return x * 2


@cuda.jit("optional(float64)(optional(float64), float64)", device=True)
def either(x, y):
    if x is None:
        if y > 2:
            return None
        return y
    return x


@cuda.jit(int64(optional(int64)), device=True)
def next_to(x):
    return -1 if x is None else x + 1


@cuda.jit(float64(optional(float64)), device=True)
def needed(x):
    return x + 1


@cuda.jit
def known_at_run_time(n, m, b, out):
    x = None
    y = None
    a = None
    narrow = None
    wide = None
    if n > 0:
        x = n
        a = b
        narrow = np.int32(n)
        wide = n * 1.5
    if m > 0:
        y = m * 0.5
    out[0] = both(x, y)
    out[1] = both(x, 1.5)
    out[2] = both(7, None)
    out[3] = maybe_element(a, 1)
    out[4] = doubled(x)
    r = either(wide if n == 1 else None, float(n))
    out[5] = -9.0 if r is None else r
    out[6] = next_to(narrow)
    out[7] = next_to(wide)
    out[8] = 1
    out[9] = needed(wide)
    out[10] = 1


@cuda.jit("float64(optional(float64[:, :]))", device=True)
def corner(a):
    return 0.0 if a is None else a[0, 0]


@cuda.jit
def no_signature_for(b, n, out):
    a = None
    if n > 0:
        a = b
    out[0] = corner(a)


@cuda.jit("float64(Array(float64, 1, 'F'), int64)", device=True)
def element_of_columns(a, i):
    return a[i]


# One dimension is contiguous in C order and in Fortran's, and without any all layouts are one.
@cuda.jit("(Array(float64, 1, 'F'), Array(float64, 0, 'A'), Tuple((Array(float64, 1, 'F'), int64)))")
def contiguous_either_way(a, scale, pair):
    i = cuda.grid(1)
    if i < a.size:
        pair[0][i] = element_of_columns(a, i) * scale[()] + pair[1]
