# Loops that take a number's bits away until none is left.
from numba import cuda


@cuda.jit
def cleared(a, out):
    i = cuda.grid(1)
    if i < a.size:
        x = a[i]
        n = 7
        while x:
            x &= x - 1
            n += 1
        out[i, 0] = n
        out[i, 1] = x


@cuda.jit
def cleared_while_positive(a, out):
    i = cuda.grid(1)
    if i < a.size:
        x = a[i]
        n = 0
        flag = 3
        while 0 < x:
            n -= 5
            flag ^= 6
            x = (x - 1) & x
        out[i, 0] = n
        out[i, 1] = flag
        out[i, 2] = x


@cuda.jit
def differing(a, b, out):
    i = cuda.grid(1)
    if i < a.size:
        total = 0
        for k in range(b.size):
            x = a[i] ^ b[k]
            while x != 0:
                x = x & (x - 1)
                total += 1
        out[i] = total


@cuda.jit
def set_bits(a, out):
    i = cuda.grid(1)
    if i < a.size:
        x = a[i]
        n = 0
        odd = 0
        while x:
            bit = x & 1
            n += bit
            odd ^= bit
            x >>= 1
        out[i, 0] = n
        out[i, 1] = odd
        out[i, 2] = x


@cuda.jit
def set_bits_while_positive(a, out):
    i = cuda.grid(1)
    if i < a.size:
        x = a[i]
        n = 0
        while x > 0:
            n += x % 2
            x //= 2
        out[i, 0] = n
        out[i, 1] = x


@cuda.jit
def width(a, out):
    i = cuda.grid(1)
    if i < a.size:
        x = a[i]
        n = 0
        digits = 0
        octal = 0
        while x > 0:
            n += 1
            x >>= 1
        x = a[i]
        while x >= 1:
            digits += 1
            x >>= 4
        y = a[i]
        while y > 0:
            octal += 100
            y //= 8
        out[i, 0] = n
        out[i, 1] = digits
        out[i, 2] = octal
        out[i, 3] = x
        out[i, 4] = y


@cuda.jit
def logarithm(a, out):
    i = cuda.grid(1)
    if i < a.size:
        x = a[i]
        n = -1
        while x > 1:
            x >>= 1
            n += 1
        y = a[i]
        m = 0
        while y >= 16:
            y //= 2
            m += 3
        out[i, 0] = n
        out[i, 1] = x
        out[i, 2] = m
        out[i, 3] = y


@cuda.jit
def by_amounts(a, amounts, out):
    i = cuda.grid(1)
    if i < a.size:
        x = a[i]
        step = amounts[i]
        n = amounts[i]
        mixed = amounts[i]
        while x:
            n += step
            mixed ^= step
            x &= x - 1
        out[i, 0] = n
        out[i, 1] = mixed


# Near to the others, and not the same.
@cuda.jit
def unlike(a, out):
    i = cuda.grid(1)
    if i < a.size:
        x = a[i]
        late = 0
        while x > 0:
            x >>= 1
            late += x & 1
        x = a[i]
        upper = 0
        while x > 1:
            upper += x & 1
            x >>= 1
        x = a[i]
        weighted = 0
        while x > 0:
            weighted += x
            x >>= 1
        x = a[i]
        few = 0
        while x > 2:
            x >>= 1
            few += 1
        x = a[i]
        last = -1
        while x > 0:
            last = x & 1
            x >>= 2
        out[i, 0] = late
        out[i, 1] = upper
        out[i, 2] = weighted
        out[i, 3] = few
        out[i, 4] = last
