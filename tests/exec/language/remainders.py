# Loops of remainders and quotients of numbers that may be negative.
from numba import cuda


@cuda.jit(device=True)
def gcd(a, b):
    while b != 0:
        a, b = b, a % b
    return a


@cuda.jit
def divisors(a, b, out):
    i = cuda.grid(1)
    if i < a.size:
        out[i] = gcd(a[i], b[i])


@cuda.jit
def powers(base, exponents, by, out):
    i = cuda.grid(1)
    if i < base.size:
        result = 1
        factor = base[i] % by[i]
        exponent = exponents[i]
        while exponent > 0:
            if exponent & 1:
                result = result * factor % by[i]
            factor = factor * factor % by[i]
            exponent >>= 1
        out[i] = result


@cuda.jit
def steps(a, b, out):
    i = cuda.grid(1)
    if i < a.size:
        x = a[i]
        y = b[i]
        count = 0
        for k in range(20):
            if x == 0:
                break
            count += x // y
            x = x % y
            y = y // 2 + 1
        out[i, 0] = x
        out[i, 1] = y
        out[i, 2] = count


@cuda.jit
def digits(a, bases, out):
    i = cuda.grid(1)
    if i < a.size:
        x = a[i]
        base = bases[i]
        total = 0
        while x != 0 and x != -1:
            total += x % base
            x //= base
        out[i] = total
