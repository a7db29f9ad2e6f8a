"""Types, constants and functions under all of their names. Expectations: tests/oracle/exec_spellings.py."""

import cmath
import math
import operator
from math import *
from operator import add, mul

import numba
import numba as nb
import numpy as np
from numba import (b1, boolean, byte, c8, c16, complex64, cuda, double, f4, f8, float32, i1, i2, i4, i8, int_, intc, intp,
                   long_, longlong, short, types, u1, u2, u4, u8, uchar, uint, uint8, uint32, uintc, uintp, ulong, ushort)
from numba.core import types as core_types
from numba.cuda import libdevice
from numba.cuda.libdevice import sincosf, sinf
from numba.types import float64, int64
from numpy import float32 as single_float
from numpy import pi as circle


@cuda.jit
def names_of_types(out):
    out[0] = np.int_(2.5) + np.intp(3) + np.uintp(1) + np.double(1.5) + np.single(0.25) + np.half(0.5) + np.longlong(2)
    out[1] = np.byte(-44) + np.short(3) + np.ushort(4) + np.intc(2) + np.uintc(1) + np.float16(1.5) + np.bool_(3) + np.uint(7)
    out[2] = f4(0.5) + f8(1) + i1(3) + i2(3) + i4(3) + i8(3) + u1(3) + u2(3) + u4(3) + u8(3) + b1(3)
    out[3] = double(1.5) + int_(2.5) + intp(3.5) + uint(3) + short(3) + intc(4) + byte(5) + long_(6) + longlong(3)
    out[4] = types.int8(30) + core_types.float32(0.5) + types.uint16(4) + nb.boolean(3) + nb.byte(3) + nb.uintp(4) + uchar(1)
    out[5] = abs(c8(3 + 4j)) + abs(c16(3 + 4j)) + abs(np.complex64(1j)) + abs(np.complex128(2j)) + abs(complex64(3 + 4j))
    out[6] = circle + float(single_float(0.5)) + np.int64(True) + ulong(2) + ushort(3) + uintc(4) + numba.types.intp(5)
    out[7] = float64(int64(3.7)) + np.ubyte(7) + uint8(9) + uint32(10) + boolean(0)


@cuda.jit
def names_of_old_numpy(out):
    out[0] = np.bool8(3) + np.int0(2.5) + np.uint0(1)
    out[1] = abs(np.complex_(3 + 4j)) + abs(np.cfloat(6 + 8j)) + abs(np.singlecomplex(2j))
    out[2] = np.Infinity
    out[3] = -np.infty
    out[4] = np.PINF
    out[5] = np.isnan(np.NAN)
    out[6] = math.copysign(1.0, np.NZERO)
    out[7] = math.copysign(2.0, np.PZERO)


@cuda.jit
def widths_of_types(out):
    # Wider numbers wrap, and lose what the type cannot hold.
    x = cuda.grid(1) + 300
    out[0] = i1(x)
    out[1] = np.uint8(x)
    out[2] = np.int16(x * 1000)
    out[3] = types.uint16(x * 1000)
    out[4] = int32_of(x * 10000000)
    out[5] = np.float32(x + 0.1)
    out[6] = nb.float32(16777217 + cuda.grid(1))
    out[7] = np.bool_(x)
    out[8] = int(x / -7)
    out[9] = np.uint32(-x)


@cuda.jit(device=True)
def int32_of(x):
    return numba.int32(x)


@cuda.jit
def names_of_constants(out):
    out[0] = np.pi + np.e + math.pi + math.e + math.tau + pi + e
    out[1] = np.inf
    out[2] = -math.inf
    out[3] = np.float64(np.finfo(np.float32).eps) + np.iinfo(np.int32).max
    out[4] = np.finfo(np.float64).max
    out[5] = cmath.pi + np.euler_gamma
    out[6] = np.float32(np.inf)
    out[7] = np.isnan(np.nan) + 2 * math.isnan(math.nan)
    out[8] = np.iinfo(np.int16).min + np.finfo(np.float32).tiny


@cuda.jit
def names_of_functions(out):
    out[0] = sin(0.5) + sqrt(2) + floor(2.5) + fabs(-2) + atan2(1, 2) + exp(1) + log(2)
    out[1] = operator.add(1, 2) + add(3, 4) + mul(2, 5) + operator.itruediv(3, 2)
    out[2] = math.log(8, 2) + math.gcd(12, 18) + math.comb(5, 2) + math.isqrt(17) + math.factorial(4) + math.lcm(4, 6)
    out[3] = math.dist((1, 2), (4, 6)) + math.fsum((0.1, 0.2)) + math.prod((2, 3)) + math.perm(5, 2) + math.isclose(1.0, 1.0)
    out[4] = math.hypot(3, 4) + math.degrees(1) + math.radians(180) + math.copysign(1, -2) + math.trunc(2.7) + math.fmod(7, 3)
    x, y = math.modf(-2.5)
    m, n = math.frexp(10.0)
    out[5] = x + y + m + n + math.ldexp(0.5, 3)
    r, phi = cmath.polar(1j)
    out[6] = r + phi + cmath.phase(-1 + 0j) + cmath.rect(2, 0).real + abs(cmath.exp(1j)) + cmath.sqrt(-1).imag
    out[7] = sum((1, 2, 3)) + max(1, 2.5) + min((3, 4)) + round(2.5) + round(2.567, 2) + pow(2.0, 3) + int(3.9) + float(3)
    out[8] = np.clip(5, 1, 2) + np.where(out[0] > 0, 1, 2) + np.sign(-3.5) + np.heaviside(1.0, 0.5) + np.square(3)
    q, s = divmod(7, -2)
    out[9] = q * 10 + s
    out[10] = math.remainder(7, 4) + math.expm1(0.5) + math.log1p(0.5) + math.erf(0.5) + math.erfc(0.5) + math.lgamma(3.5)


@cuda.jit
def names_of_libdevice(out):
    out[0] = sinf(float32(1)) + sincosf(float32(1))[0] + sincosf(float32(1))[1]
    out[1] = libdevice.cosf(float32(2)) + cuda.libdevice.powf(float32(2), float32(3)) + numba.cuda.libdevice.rsqrt(4.0)


@cuda.jit
def functions_with_a_result_array(a, b, out):
    np.add(a, b, out)
    np.sqrt(out, out)
    np.multiply(out, 2, out=out)
    np.maximum(out, a, out)


@cuda.jit
def reductions_of_arrays(a, out):
    out[0] = np.sum(a) + np.prod(a) + np.mean(a) + np.min(a) + np.max(a) + np.argmin(a) + np.argmax(a)
    out[1] = np.var(a) + np.std(a) + a.sum() + a.mean() + a.min() + a.max() + a.argmin() + a.argmax() + a.prod()
    out[2] = 2 * np.any(a) + 3 * np.all(a) + np.count_nonzero(a) + np.nansum(a) + np.nanmin(a) + np.nanmax(a) + np.nanmean(a)
    out[3] = np.dot(a, a) + np.linalg.norm(a) + np.ptp(a) + 2 * a.any() + 3 * a.all() + a.var() + a.std()
    for i, j in np.ndindex(2, 3):
        out[4] += i * j
    for place, v in np.ndenumerate(a):
        out[5] += place[0] * v
    for v in np.nditer(a):
        out[6] += v.item()
    for v in a.flat:
        out[7] += v
