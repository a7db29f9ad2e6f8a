# Real functions of `math`. Arguments are float32 or float64, and so are results, unless said otherwise.
from kernelc import *
import math
import numpy as np


# Float32 goes through float64, which holds all of its numbers as normal ones.
def frexp(x):
    wide = float64(x)
    if wide == 0.0 or not math.isfinite(wide):
        return x, int32(0)
    shift = 1022
    if abs(wide) < 2.2250738585072014e-308:
        wide = wide * 18014398509481984.0
        shift = 1022 + 54
    bits = wide.view(int64)
    exponent = ((bits >> 52) & 2047) - shift
    mantissa = ((bits & -9218868437227405313) | 4602678819172646912).view(float64)
    return type(x)(mantissa), int32(exponent)


def power_of_two(n):
    return ((int64(n) + 1023) << 52).view(float64)


# Rounds once, also where the result is subnormal.
def ldexp(x, i):
    wide = float64(x)
    n = min(max(int64(i), -2200), 2200)
    if n > 1023:
        wide *= power_of_two(1023)
        n -= 1023
        if n > 1023:
            wide *= power_of_two(1023)
            n = min(n - 1023, 1023)
    elif n < -1022:
        wide *= power_of_two(-1022 + 53)
        n += 1022 - 53
        if n < -1022:
            wide *= power_of_two(-1022 + 53)
            n = max(n + 1022 - 53, -1022)
    return type(x)(wide * power_of_two(n))


def modf(x):
    if math.isinf(x):
        return math.copysign(type(x)(0), x), x
    whole = math.trunc(x)
    return math.copysign(x - whole, x), whole


def isclose(a, b, rel_tol=1e-9, abs_tol=0.0):
    if a == b:
        return True
    if math.isinf(a) or math.isinf(b):
        return False
    difference = abs(b - a)
    return (difference <= abs(rel_tol * b) or difference <= abs(rel_tol * a)
            or difference <= abs_tol)


def log_base(x, base):
    return math.log(x) / math.log(base)


def ulp(x):
    magnitude = abs(x)
    if math.isinf(magnitude):
        return magnitude
    above = math.nextafter(magnitude, type(x)(math.inf))
    if math.isinf(above):
        return magnitude - math.nextafter(magnitude, type(x)(0))
    return above - magnitude


# CPython's rounding to decimal places: scaled, rounded half to even, scaled back.
def round_digits(x, digits):
    if not math.isfinite(x):
        return x
    wide = float64(x)
    if digits >= 0:
        # Each factor is finite, and powers of ten up to 22 are exact.
        first = 10.0 ** (digits - 22 if digits > 22 else digits)
        second = 1e22 if digits > 22 else 1.0
        scaled = wide * first * second
        if math.isinf(scaled):
            return x
        rounded = np.rint(scaled) / second / first
    else:
        factor = 10.0 ** -digits
        rounded = np.rint(wide / factor) * factor
        if math.isinf(factor):
            rounded = wide * 0.0
    return type(x)(rounded)


def dist(p, q):
    result = 0.0
    for a, b in zip(p, q):
        result = math.hypot(result, a - b)
    return result


# Carries two corrections along, so that the sum is as good as exact.
def fsum(seq):
    total = float64(0)
    first = float64(0)
    second = float64(0)
    for value in seq:
        x = float64(value)
        added = total + x
        if abs(total) >= abs(x):
            lost = (total - added) + x
        else:
            lost = (x - added) + total
        total = added
        added = first + lost
        if abs(first) >= abs(lost):
            rest = (first - added) + lost
        else:
            rest = (lost - added) + first
        first = added
        second += rest
    if not math.isfinite(total):
        return total
    return total + (first + second)


def prod(iterable, start=1):
    result = start
    for value in iterable:
        result = result * value
    return result


def sum_all(iterable, start=0):
    result = start
    for value in iterable:
        result = result + value
    return result


def sumprod(p, q):
    result = int64(0)
    for a, b in zip(p, q):
        result = result + a * b
    return result
