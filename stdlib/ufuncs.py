# NumPy's functions of real scalars that are more than one operation. Integers come as int64 or uint64, floats as float32 or
# float64.
from kernelc import *
import math
import numpy as np


def sign(x):
    if x > 0:
        return type(x)(1)
    if x < 0:
        return type(x)(-1)
    return x


def square(x):
    return x * x


def reciprocal(x):
    return 1 / x


# NumPy divides integers towards zero.
def reciprocal_integer(x):
    if x == 1:
        return x
    if x < 0 and x == type(x)(-1):
        return x
    return x * 0


def fmod_integer(a, b):
    if b == 0:
        return b
    rest = a % b
    if rest != 0 and (a < 0) != (b < 0):
        rest -= b
    return rest


def maximum(a, b):
    if a >= b or math.isnan(a):
        return a
    return b


def minimum(a, b):
    if a <= b or math.isnan(a):
        return a
    return b


def logaddexp(a, b):
    if a == b:
        return a + type(a)(0.6931471805599453)
    difference = a - b
    if difference > 0:
        return a + math.log1p(math.exp(-difference))
    if difference <= 0:
        return b + math.log1p(math.exp(difference))
    return difference


def logaddexp2(a, b):
    if a == b:
        return a + 1
    difference = a - b
    if difference > 0:
        return a + math.log1p(math.exp2(-difference)) * 1.4426950408889634
    if difference <= 0:
        return b + math.log1p(math.exp2(difference)) * 1.4426950408889634
    return difference


def isnan(x):
    return math.isnan(x)


def isinf(x):
    return math.isinf(x)


def isfinite(x):
    return math.isfinite(x)


def signbit(x):
    return math.copysign(type(x)(1), x) < 0


def spacing(x):
    if not math.isfinite(x):
        return type(x)(math.nan)
    if x == 0:
        return math.nextafter(x, type(x)(1))
    return math.nextafter(x, math.copysign(type(x)(math.inf), x)) - x


def heaviside(x, at_zero):
    if x == 0:
        return at_zero
    if x < 0:
        return type(x)(0)
    if x > 0:
        return type(x)(1)
    return x


def degrees(x):
    return x * 57.29577951308232


def radians(x):
    return x * 0.017453292519943295


def left_shift(a, n):
    if n < 0 or n > 63:
        return a * 0
    return a << n


# Counts beyond the width leave the sign.
def right_shift(a, n):
    if n < 0 or n > 63:
        n = type(n)(63)
        if a >= 0:
            return a * 0
    return a >> n


def isclose(a, b, rtol=1e-5, atol=1e-8):
    return a == b or (math.isfinite(b) and abs(a - b) <= atol + rtol * abs(b))


def iscomplex(x):
    if isinstance(x, np.complexfloating):
        return x.imag != 0
    return False


def isreal(x):
    return not iscomplex(x)


def isposinf(x):
    return x == type(x)(math.inf)


def isneginf(x):
    return x == type(x)(-math.inf)


# Real or complex.
def sinc(x):
    if x == 0:
        return type(x)(1)
    scaled = x * 3.141592653589793
    return np.sin(scaled) / scaled


# Integers have neither NaN nor infinity.
def nan_to_num(x, copy=True, nan=0.0):
    if isinstance(x, np.complexfloating):
        return complex(nan_to_num(x.real, copy, nan), nan_to_num(x.imag, copy, nan))
    if not isinstance(x, np.floating):
        return x
    nan = type(x)(nan)
    if math.isnan(x):
        return nan
    if math.isinf(x):
        return math.nextafter(x, type(x)(0))
    return x
