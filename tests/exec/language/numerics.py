import cmath
import math
import operator

import numpy as np
from numba import cuda, float64
from numba.cuda.random import (init_xoroshiro128p_state, xoroshiro128p_jump, xoroshiro128p_next,
                               xoroshiro128p_normal_float32, xoroshiro128p_normal_float64,
                               xoroshiro128p_uniform_float32, xoroshiro128p_uniform_float64)


@cuda.jit
def integer_functions(n, k, out):
    i = cuda.grid(1)
    if i < n.size:
        out[i, 0] = math.gcd(n[i], k[i])
        out[i, 1] = math.lcm(n[i], k[i])
        out[i, 2] = math.isqrt(abs(n[i]))
        out[i, 3] = math.comb(abs(n[i]) % 60, abs(k[i]) % 60)
        out[i, 4] = math.perm(abs(n[i]) % 18, abs(k[i]) % 18)
        out[i, 5] = math.factorial(abs(n[i]) % 21)
        out[i, 6] = math.gcd(n[i], k[i], 12)
        out[i, 7] = math.perm(abs(n[i]) % 19)


@cuda.jit
def real_functions(x, n, out):
    i = cuda.grid(1)
    if i < x.size:
        mantissa, exponent = math.frexp(x[i])
        out[i, 0] = mantissa
        out[i, 1] = exponent
        out[i, 2] = math.ldexp(x[i], n[i])
        fraction, whole = math.modf(x[i])
        out[i, 3] = fraction
        out[i, 4] = whole
        out[i, 5] = round(x[i], n[i] % 5)
        out[i, 6] = round(x[i], -(n[i] % 4))
        out[i, 7] = math.ulp(x[i])
        out[i, 8] = math.cbrt(x[i])
        out[i, 9] = math.log(abs(x[i]) + 1, 3.0)
        out[i, 10] = math.isclose(x[i], x[i] + 1e-9)
        out[i, 11] = math.isclose(x[i], x[i] * 1.001, rel_tol=0.01)


@cuda.jit
def sums(x, out):
    a, b, c, d = x
    out[0] = math.fsum((1e16, a, b, -1e16, c))
    out[1] = math.prod((a, b, c, d))
    out[2] = math.prod((2, 3, 4), start=5)
    out[3] = math.dist((a, b), (c, d))
    out[4] = math.sumprod((a, b), (c, d))
    out[5] = sum((a, b, c))
    out[6] = sum(x)
    out[7] = sum((1, 2, 3), 4)
    out[8] = math.prod(x)
    out[9] = min((a, b)) + max(c, d)


@cuda.jit
def polar_form(z, out):
    i = cuda.grid(1)
    if i < z.size:
        r, phi = cmath.polar(z[i])
        out[i, 0] = r
        out[i, 1] = phi
        out[i, 2] = cmath.phase(z[i])
        back = cmath.rect(r, phi)
        out[i, 3] = back.real
        out[i, 4] = back.imag
        out[i, 5] = cmath.isnan(z[i])
        out[i, 6] = cmath.isinf(z[i])
        out[i, 7] = cmath.isfinite(z[i])
        out[i, 8] = cmath.isclose(z[i], z[i] * 1.001, rel_tol=0.01)
        out[i, 9] = abs(cmath.log(z[i], 2))


@cuda.jit
def complex_powers(z, w, out):
    i = cuda.grid(1)
    if i < z.size:
        out[i, 0] = z[i] ** w[i]
        out[i, 1] = z[i] ** 0.5
        out[i, 2] = z[i] ** i
        out[i, 3] = 2.0 ** z[i]
        out[i, 4] = z[i] ** 3
        out[i, 5] = pow(z[i], w[i])


@cuda.jit(device=True)
def fold(function, a, b):
    return function(a, b)


@cuda.jit
def operators(a, b, out):
    i = cuda.grid(1)
    if i < a.size:
        out[i, 0] = operator.add(a[i], b[i])
        out[i, 1] = operator.sub(a[i], b[i])
        out[i, 2] = operator.mul(a[i], b[i])
        out[i, 3] = operator.floordiv(a[i], b[i])
        out[i, 4] = operator.mod(a[i], b[i])
        out[i, 5] = operator.and_(a[i], b[i])
        out[i, 6] = operator.or_(a[i], b[i])
        out[i, 7] = operator.xor(a[i], b[i])
        out[i, 8] = operator.lshift(a[i], 2)
        out[i, 9] = operator.rshift(a[i], 1)
        out[i, 10] = operator.neg(a[i])
        out[i, 11] = operator.invert(a[i])
        out[i, 12] = operator.not_(a[i])
        out[i, 13] = operator.truth(a[i])
        out[i, 14] = operator.lt(a[i], b[i])
        out[i, 15] = operator.ne(a[i], b[i])
        out[i, 16] = operator.truediv(a[i], b[i]) * 4
        out[i, 17] = operator.pow(a[i], 2)
        out[i, 18] = fold(operator.iadd, a[i], b[i])
        out[i, 19] = operator.getitem(b, i)
        out[i, 20] = operator.contains((1, 5, 7), a[i])
        out[i, 21] = fold(min, a[i], b[i])


@cuda.jit
def whole_arrays(a, b, row, out):
    np.add(a, b, out)
    out += row
    np.multiply(out, 2, out)
    out[1:] -= a[1:]
    np.sqrt(out, out)
    out[0, :2] *= out[0, :2]
    np.maximum(out, 1.5, out)


@cuda.jit
def integer_arrays(a, b, out):
    np.left_shift(a, 2, out)
    out |= b
    out //= 3
    np.negative(out, out)
    np.clip(out, -20, -3, out)


@cuda.jit
def views(a, out):
    flat = a.ravel()
    out[0] = flat[5]
    out[1] = a.reshape(2, -1)[1, 2]
    out[2] = a.reshape((a.size,))[3]
    out[3] = a.view(np.int32)[0, 1]
    out[4] = a.item(1, 2)
    out[5] = a.flat[7]
    out[6] = a.T.flat[1]
    a.flat[2] = 100
    out[7] = a[0, 2]
    out[8] = np.transpose(a)[2, 1]
    out[9] = a.transpose((1, 0))[0, 2]
    out[10] = np.reshape(a, (4, 3))[3, 0]
    a[2].fill(7)
    out[11] = a[2, 1]
    out[12] = a.flags.c_contiguous + 2 * a.flags.f_contiguous
    out[13] = np.ndim(a) + np.size(a) + np.shape(a)[0]
    out[14] = a.view(np.uint8)[0, 3]


@cuda.jit
def orders(a, out):
    place = 0
    for v in a.flat:
        out[0, place] = v
        place += 1
    place = 0
    for index in np.ndindex(a.shape):
        out[1, place] = a[index] * 10 + index[0]
        place += 1
    for (i, j), v in np.ndenumerate(a):
        out[2, i * a.shape[1] + j] = v - j
    total = 0.0
    for v in np.nditer(a):
        total += v.item()
    out[3, 0] = total
    for i, v in enumerate(a.flat):
        if v > 5:
            break
        out[3, i + 1] = v


@cuda.jit
def scalars_of_numpy(x, y, out):
    i = cuda.grid(1)
    if i < x.size:
        out[i, 0] = np.where(x[i] > y[i], x[i], y[i])
        out[i, 1] = np.clip(x[i], -1.0, 1.0)
        out[i, 2] = np.around(x[i], 1)
        out[i, 3] = np.round(x[i])
        out[i, 4] = np.isclose(x[i], x[i] + 1e-9)
        out[i, 5] = np.sinc(x[i])
        out[i, 6] = np.real(x[i])
        out[i, 7] = np.imag(x[i])
        out[i, 8] = np.interp(x[i], y, y)
        out[i, 9] = np.searchsorted(y, x[i])
        out[i, 10] = np.searchsorted(y, x[i], side='right')
        out[i, 11] = np.polyval(y, 0.5)
        out[i, 12] = np.nan_to_num(x[i])


@cuda.jit
def quotients(x, y, out):
    i = cuda.grid(1)
    if i < x.size:
        quotient, remainder = np.divmod(x[i], y[i])
        out[i, 0] = quotient
        out[i, 1] = remainder
        out[i, 2] = type(quotient) == np.int32


@cuda.jit
def half_functions(x, out):
    i = cuda.grid(1)
    if i < x.size:
        out[i, 0] = type(math.sin(x[i])) == np.float16
        out[i, 1] = type(math.exp(x[i])) == np.float16
        out[i, 2] = type(math.floor(x[i])) == np.float16
        out[i, 3] = type(math.erf(x[i])) == np.float32
        out[i, 4] = type(math.tan(x[i])) == np.float32
        out[i, 5] = type(math.pow(x[i], x[i])) == np.float32
        out[i, 6] = type(math.isqrt(4)) == np.int64
        out[i, 7] = math.sqrt(x[i]) == x[i] * x[i]


@cuda.jit
def generators(states, bits, reals, normals, single):
    i = cuda.grid(1)
    if i < states.size:
        bits[i, 0] = xoroshiro128p_next(states, i)
        bits[i, 1] = xoroshiro128p_next(states, i)
        reals[i] = xoroshiro128p_uniform_float64(states, i)
        single[i, 0] = xoroshiro128p_uniform_float32(states, i)
        normals[i] = xoroshiro128p_normal_float64(states, i)
        single[i, 1] = xoroshiro128p_normal_float32(states, i)
        xoroshiro128p_jump(states, i)
        bits[i, 2] = xoroshiro128p_next(states, i)
        init_xoroshiro128p_state(states, i, bits[i, 1])


@cuda.jit
def bits_of_numbers(x, out):
    i = cuda.grid(1)
    if i < x.size:
        out[i, 0] = x[i].view(np.int64)
        out[i, 1] = float64(x[i]).view(np.uint64) >> np.uint64(52)


@cuda.jit
def averages(a, w, out, kinds):
    out[0] = np.average(a, weights=w)
    out[1] = np.average(a, None, w)
    out[2] = np.average(a)
    kinds[0] = type(np.average(a, weights=w)) is np.float32
    kinds[1] = type(np.average(a, weights=w)) is np.float64
    kinds[2] = type(np.average(a, weights=w)) is np.complex128


@cuda.jit
def norms(a, out, kinds):
    out[0] = np.linalg.norm(a)
    kinds[0] = type(np.linalg.norm(a)) is np.float32
    kinds[1] = type(np.linalg.norm(a)) is np.float64


@cuda.jit
def average_along(a, w, out, kinds):
    out[0] = np.average(a, 0, w)


@cuda.jit
def average_by_numbers(a, w, out, kinds):
    out[0] = np.average(a, weights=2.0)


@cuda.jit
def rounded(x, out, whole):
    i = cuda.grid(1)
    if i < x.size:
        out[i, 0] = np.round(x[i])
        out[i, 1] = np.around(x[i], 1)
        out[i, 2] = np.round(x[i], decimals=-1)
        whole[i, 0] = type(np.round(x[i])) is np.int64
        whole[i, 1] = type(np.round(x[i], 1)) is np.float64


@cuda.jit
def rounded_complex(z, out):
    i = cuda.grid(1)
    if i < z.size:
        out[i, 0] = np.round(z[i])
        out[i, 1] = np.around(z[i], 1)
        out[i, 2] = np.sign(z[i])
        out[i, 3] = 10 * np.iscomplex(z[i]) + np.isreal(z[i])


@cuda.jit
def kinds_of_real(x, out):
    i = cuda.grid(1)
    if i < x.size:
        out[i, 0] = np.isreal(x[i])
        out[i, 1] = np.iscomplex(x[i])
        out[i, 2] = np.isposinf(x[i])
        out[i, 3] = np.isneginf(x[i])


@cuda.jit
def unsigned(x, y, out, inverse):
    i = cuda.grid(1)
    if i < y.size:
        out[i] = x[i] ** y[i]
        inverse[i] = np.reciprocal(y[i])
