# Functions of `cmath`, also for NumPy's functions of complex numbers. Arguments are complex64 or complex128, results of the
# same width. Where CPython raises a domain error, the value is that of C99's annex G. Branches are told apart by numbers that
# are right for both widths.
from kernelc import *
import math
import numpy as np


def phase(z):
    return math.atan2(z.imag, z.real)


# np.angle: `one` is 1 in the type of the result.
def angle(z, deg, one):
    result = type(one)(phase(z))
    if deg:
        return result * 57.29577951308232
    return result


def polar(z):
    return math.hypot(z.real, z.imag), math.atan2(z.imag, z.real)


def rect(r, phi):
    if math.isfinite(phi):
        if phi == 0:
            return complex(r, r * phi)
        return complex(r * math.cos(phi), r * math.sin(phi))
    if r == 0:
        return complex(abs(r), abs(r))
    if math.isinf(r):
        return complex(abs(r), type(r)(math.nan))
    return complex(type(r)(math.nan), type(r)(math.nan))


def absolute(z):
    return math.hypot(z.real, z.imag)


def isnan(z):
    return math.isnan(z.real) or math.isnan(z.imag)


def isinf(z):
    return math.isinf(z.real) or math.isinf(z.imag)


def isfinite(z):
    return math.isfinite(z.real) and math.isfinite(z.imag)


def isclose(a, b, rel_tol=1e-9, abs_tol=0.0):
    if a == b:
        return True
    if isinf(a) or isinf(b):
        return False
    difference = absolute(a - b)
    relative = rel_tol.real
    return (difference <= relative * absolute(b) or difference <= relative * absolute(a)
            or difference <= abs_tol.real)


def exp(z):
    x = z.real
    y = z.imag
    nan = type(x)(math.nan)
    if not math.isfinite(y):
        if math.isinf(x):
            if x < 0:
                return complex(type(x)(0), type(x)(0))
            return complex(x, nan)
        return complex(nan, nan)
    if y == 0:
        return complex(math.exp(x), y)
    size = math.exp(x)
    if math.isinf(size) and math.isfinite(x):
        half = math.exp(x * 0.5)
        return complex(half * math.cos(y) * half, half * math.sin(y) * half)
    return complex(size * math.cos(y), size * math.sin(y))


# The logarithm of the absolute value.
def log_absolute(x, y):
    ax = abs(x)
    ay = abs(y)
    big = max(ax, ay)
    small = min(ax, ay)
    size = math.hypot(ax, ay)
    if math.isinf(size):
        return math.log(math.hypot(ax * 0.5, ay * 0.5)) + 0.6931471805599453
    if size < 1.2e-38:
        if size == 0:
            return type(x)(-math.inf)
        up = math.hypot(ax * 18014398509481984.0, ay * 18014398509481984.0)
        return math.log(up) - 54 * 0.6931471805599453
    if 0.71 <= size and size <= 1.73:
        return math.log1p((big - 1) * (big + 1) + small * small) * 0.5
    return math.log(size)


def log(z):
    x = z.real
    y = z.imag
    angle = math.atan2(y, x)
    if math.isinf(x) or math.isinf(y):
        return complex(type(x)(math.inf), angle)
    return complex(log_absolute(x, y), angle)


def log10(z):
    result = log(z)
    return complex(result.real / 2.302585092994046, result.imag / 2.302585092994046)


def log2(z):
    result = log(z)
    return complex(result.real / 0.6931471805599453, result.imag / 0.6931471805599453)


def log_base(z, base):
    return log(z) / log(base)


def exp2(z):
    return exp(complex(z.real * 0.6931471805599453, z.imag * 0.6931471805599453))


def expm1(z):
    sine = math.sin(z.imag * 0.5)
    return complex(math.expm1(z.real) * math.cos(z.imag) - 2 * sine * sine,
                   math.exp(z.real) * math.sin(z.imag))


def log1p(z):
    x = z.real
    y = z.imag
    size = math.hypot(x + 1, y)
    return complex(math.log(size), math.atan2(y, x + 1))


def sqrt(z):
    x = z.real
    y = z.imag
    inf = type(x)(math.inf)
    if math.isinf(y):
        return complex(inf, y)
    if math.isinf(x):
        if x > 0:
            if math.isnan(y):
                return complex(x, y)
            return complex(x, math.copysign(type(x)(0), y))
        if math.isnan(y):
            return complex(y, inf)
        return complex(type(x)(0), math.copysign(inf, y))
    if math.isnan(x) or math.isnan(y):
        return complex(type(x)(math.nan), type(x)(math.nan))
    if x == 0 and y == 0:
        return complex(type(x)(0), y)
    ax = abs(x)
    ay = abs(y)
    if ax < 1.2e-38 and ay < 1.2e-38:
        ax = ax * 18014398509481984.0
        s = math.sqrt(ax + math.hypot(ax, ay * 18014398509481984.0)) * (1.0 / 134217728)
        s = s * 0.7071067811865476
    else:
        ax = ax * 0.125
        s = 2 * math.sqrt(ax + math.hypot(ax, ay * 0.125))
    d = ay / (2 * s)
    if x >= 0:
        return complex(s, math.copysign(d, y))
    return complex(d, math.copysign(s, y))


def cosh(z):
    x = z.real
    y = z.imag
    nan = type(x)(math.nan)
    zero = type(x)(0)
    if not math.isfinite(y):
        if x == 0:
            return complex(nan, zero)
        if math.isinf(x):
            return complex(abs(x), nan)
        return complex(nan, nan)
    if math.isnan(x):
        if y == 0:
            return complex(nan, zero)
        return complex(nan, nan)
    if math.isinf(x):
        if y == 0:
            return complex(abs(x), math.copysign(zero, x) * math.copysign(type(x)(1), y))
        return complex(math.copysign(abs(x), math.cos(y)), math.copysign(x, x * math.sin(y)))
    size = math.cosh(x)
    if math.isinf(size):
        less = x - math.copysign(type(x)(1), x)
        return complex(math.cos(y) * math.cosh(less) * 2.718281828459045,
                       math.sin(y) * math.sinh(less) * 2.718281828459045)
    return complex(math.cos(y) * size, math.sin(y) * math.sinh(x))


def sinh(z):
    x = z.real
    y = z.imag
    nan = type(x)(math.nan)
    if not math.isfinite(y):
        if x == 0:
            return complex(abs(x), nan)
        if math.isinf(x):
            return complex(abs(x), nan)
        return complex(nan, nan)
    if math.isnan(x):
        if y == 0:
            return complex(nan, y)
        return complex(nan, nan)
    if math.isinf(x):
        if y == 0:
            return complex(x, y)
        return complex(math.copysign(x, x * math.cos(y)), math.copysign(abs(x), math.sin(y)))
    size = math.cosh(x)
    if math.isinf(size):
        less = x - math.copysign(type(x)(1), x)
        return complex(math.cos(y) * math.sinh(less) * 2.718281828459045,
                       math.sin(y) * math.cosh(less) * 2.718281828459045)
    return complex(math.cos(y) * math.sinh(x), math.sin(y) * size)


def tanh(z):
    x = z.real
    y = z.imag
    one = type(x)(1)
    nan = type(x)(math.nan)
    if math.isnan(x):
        if y == 0:
            return complex(x, y)
        return complex(nan, nan)
    if not math.isfinite(y):
        if math.isinf(x):
            return complex(math.copysign(one, x), type(x)(0))
        if x == 0:
            return complex(x, nan)
        return complex(nan, nan)
    if abs(x) > 20:
        return complex(math.copysign(one, x),
                       4 * math.sin(y) * math.cos(y) * math.exp(-2 * abs(x)))
    tx = math.tanh(x)
    ty = math.tan(y)
    cx = 1 / math.cosh(x)
    product = tx * ty
    scale = 1 + product * product
    return complex(tx * (1 + ty * ty) / scale, ((ty / scale) * cx) * cx)


def cos(z):
    return cosh(complex(-z.imag, z.real))


def sin(z):
    turned = sinh(complex(-z.imag, z.real))
    return complex(turned.imag, -turned.real)


def tan(z):
    turned = tanh(complex(-z.imag, z.real))
    return complex(turned.imag, -turned.real)


# log(2 |z|) where the absolute value is large.
def log_twice(x, y):
    return math.log(math.hypot(x * 0.5, y * 0.5)) + 1.3862943611198906


def acos(z):
    x = z.real
    y = z.imag
    inf = type(x)(math.inf)
    nan = type(x)(math.nan)
    if math.isnan(x) or math.isnan(y):
        if math.isinf(x):
            return complex(nan, inf)
        if math.isinf(y):
            return complex(nan, -y)
        if x == 0:
            return complex(type(x)(1.5707963267948966), nan)
        return complex(nan, nan)
    if math.isinf(x) or math.isinf(y):
        return complex(math.atan2(abs(y), x), math.copysign(inf, -y))
    if abs(x) > 1e15 or abs(y) > 1e15:
        return complex(math.atan2(abs(y), x), math.copysign(log_twice(x, y), -y))
    s1 = sqrt(complex(1 - x, -y))
    s2 = sqrt(complex(1 + x, y))
    return complex(2 * math.atan2(s1.real, s2.real),
                   math.asinh(s2.real * s1.imag - s2.imag * s1.real))


def acosh(z):
    x = z.real
    y = z.imag
    inf = type(x)(math.inf)
    nan = type(x)(math.nan)
    if math.isnan(x) or math.isnan(y):
        if math.isinf(x) or math.isinf(y):
            return complex(inf, nan)
        if x == 0:
            return complex(nan, type(x)(1.5707963267948966))
        return complex(nan, nan)
    if math.isinf(x) or math.isinf(y):
        return complex(inf, math.atan2(y, x))
    if abs(x) > 1e15 or abs(y) > 1e15:
        return complex(log_twice(x, y), math.atan2(y, x))
    s1 = sqrt(complex(x - 1, y))
    s2 = sqrt(complex(x + 1, y))
    return complex(math.asinh(s1.real * s2.real + s1.imag * s2.imag),
                   2 * math.atan2(s1.imag, s2.real))


def asinh(z):
    x = z.real
    y = z.imag
    inf = type(x)(math.inf)
    nan = type(x)(math.nan)
    if math.isnan(x) or math.isnan(y):
        if math.isinf(x):
            return complex(x, nan)
        if math.isinf(y):
            return complex(inf, nan)
        if y == 0:
            return complex(nan, y)
        return complex(nan, nan)
    if math.isinf(x) or math.isinf(y):
        return complex(math.copysign(inf, x), math.copysign(math.atan2(abs(y), abs(x)), y))
    if abs(x) > 1e15 or abs(y) > 1e15:
        return complex(math.copysign(log_twice(x, y), x),
                       math.copysign(math.atan2(abs(y), abs(x)), y))
    s1 = sqrt(complex(1 + y, -x))
    s2 = sqrt(complex(1 - y, x))
    return complex(math.asinh(s1.real * s2.imag - s2.real * s1.imag),
                   math.atan2(y, s1.real * s2.real - s1.imag * s2.imag))


def atanh_right(x, y):
    ay = abs(y)
    zero = type(x)(0)
    quarter = type(x)(1.5707963267948966)
    if x > 1e15 or ay > 1e15:
        h = math.hypot(ay * 0.5, x * 0.5)
        return complex(x * 0.25 / h / h, math.copysign(quarter, y))
    if x == 1 and ay < 1e-10:
        if ay == 0:
            return complex(type(x)(math.inf), y)
        return complex(-math.log(math.sqrt(ay) / math.sqrt(math.hypot(ay, type(x)(2)))),
                       math.copysign(math.atan2(type(x)(2), -ay) * 0.5, y))
    return complex(math.log1p(4 * x / ((1 - x) * (1 - x) + ay * ay)) * 0.25,
                   -math.atan2(-2 * y, (1 - x) * (1 + x) - ay * ay) * 0.5)


def atanh(z):
    x = z.real
    y = z.imag
    nan = type(x)(math.nan)
    zero = type(x)(0)
    quarter = type(x)(1.5707963267948966)
    if math.isnan(x) or math.isnan(y):
        if math.isinf(x):
            return complex(math.copysign(zero, x), nan)
        if math.isinf(y):
            return complex(zero, math.copysign(quarter, y))
        if x == 0:
            return complex(x, nan)
        return complex(nan, nan)
    if math.isinf(x) or math.isinf(y):
        return complex(math.copysign(zero, x), math.copysign(quarter, y))
    if x < 0 or (x == 0 and math.copysign(type(x)(1), x) < 0):
        mirrored = atanh_right(-x, -y)
        return complex(-mirrored.real, -mirrored.imag)
    return atanh_right(x, y)


def asin(z):
    turned = asinh(complex(-z.imag, z.real))
    return complex(turned.imag, -turned.real)


def atan(z):
    turned = atanh(complex(-z.imag, z.real))
    return complex(turned.imag, -turned.real)


# CPython's power, by polar coordinates.
def power(a, b):
    zero = type(a.real)(0)
    if b.real == 0 and b.imag == 0:
        return complex(type(a.real)(1), zero)
    if a.real == 0 and a.imag == 0:
        return complex(zero, zero)
    size = math.hypot(a.real, a.imag)
    angle = math.atan2(a.imag, a.real)
    length = size ** b.real
    turn = angle * b.real
    if b.imag != 0:
        length = length / math.exp(angle * b.imag)
        turn = turn + b.imag * math.log(size)
    return complex(length * math.cos(turn), length * math.sin(turn))


def conjugate(z):
    return complex(z.real, -z.imag)


def rint(z):
    return complex(np.rint(z.real), np.rint(z.imag))


# As NumPy has it from version 2 on.
def sign(z):
    size = math.hypot(z.real, z.imag)
    if size == 0:
        return complex(type(size)(0), type(size)(0))
    return z / size


def square(z):
    return z * z


def reciprocal(z):
    return 1 / z


# NumPy's order: by the real part, then by the imaginary one.
def less(a, b):
    return a.real < b.real or (a.real == b.real and a.imag < b.imag)


def less_equal(a, b):
    return a.real < b.real or (a.real == b.real and a.imag <= b.imag)


def greater(a, b):
    return less(b, a)


def greater_equal(a, b):
    return less_equal(b, a)


def maximum(a, b):
    if isnan(a) or (not isnan(b) and less_equal(b, a)):
        return a
    return b


def minimum(a, b):
    if isnan(a) or (not isnan(b) and less_equal(a, b)):
        return a
    return b


def fmax(a, b):
    if isnan(b) or (not isnan(a) and less_equal(b, a)):
        return a
    return b


def fmin(a, b):
    if isnan(b) or (not isnan(a) and less_equal(a, b)):
        return a
    return b
