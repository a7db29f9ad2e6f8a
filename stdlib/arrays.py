# NumPy's functions of whole arrays, in the calling thread. `T` is the type of the result; sums start in it. An array may be a
# tuple of numbers.
from kernelc import *
import math
import numpy as np


def sum(a, T):
    total = T(0)
    for v in np.nditer(a):
        total += T(v)
    return total


def prod(a, T):
    total = T(1)
    for v in np.nditer(a):
        total *= T(v)
    return total


# Numba's mean of float32 is float64, of a sum in float32: `S` is the type of the sum.
def mean(a, T, S):
    total = S(0)
    count = int64(0)
    for v in np.nditer(a):
        total += S(v)
        count += 1
    return T(total / float64(count))


# A NaN is the result.
def min(a, T):
    if np.size(a) == 0:
        raise ValueError("zero-size array to reduction operation minimum which has no identity")
    best = T(0)
    first = True
    for v in np.nditer(a):
        if v != v:
            return v
        if first or v < best:
            best = v
        first = False
    return best


def max(a, T):
    if np.size(a) == 0:
        raise ValueError("zero-size array to reduction operation maximum which has no identity")
    best = T(0)
    first = True
    for v in np.nditer(a):
        if v != v:
            return v
        if first or v > best:
            best = v
        first = False
    return best


# Python's min and max of what can be looped over: a NaN in first place stays.
def smallest(values):
    rest = iter(values)
    best = next(rest)
    for v in rest:
        if v < best:
            best = v
    return best


def largest(values):
    rest = iter(values)
    best = next(rest)
    for v in rest:
        if v > best:
            best = v
    return best


# `x in values` of a long constant.
def contains(values, x):
    for v in values:
        if v == x:
            return True
    return False


# `a is b` of arrays of one type: the same elements in memory.
def is_same(a, b):
    return a.shape == b.shape and a.strides == b.strides and a.ctypes.data == b.ctypes.data


def is_other(a, b):
    return not is_same(a, b)


def ptp(a, T):
    return T(max(a, T) - min(a, T))


def argmin(a, T):
    if np.size(a) == 0:
        raise ValueError("attempt to get argmin of an empty sequence")
    place = T(0)
    best = a.dtype.type(0)
    for i, v in enumerate(a.flat):
        if v != v:
            return T(i)
        if i == 0 or v < best:
            best = v
            place = T(i)
    return place


def argmax(a, T):
    if np.size(a) == 0:
        raise ValueError("attempt to get argmax of an empty sequence")
    place = T(0)
    best = a.dtype.type(0)
    for i, v in enumerate(a.flat):
        if v != v:
            return T(i)
        if i == 0 or v > best:
            best = v
            place = T(i)
    return place


def any(a, T):
    for v in np.nditer(a):
        if v:
            return True
    return False


def all(a, T):
    for v in np.nditer(a):
        if not v:
            return False
    return True


def count_nonzero(a, T):
    count = T(0)
    for v in np.nditer(a):
        if v:
            count += 1
    return count


# Spreads: `M` is the type of the mean, `S` that of its sum, `T` that in which squares are added up.
def var(a, T, M, S):
    center = mean(a, M, S)
    squares = T(0)
    count = int64(0)
    for v in np.nditer(a):
        difference = v - center
        squares += difference.real * difference.real + difference.imag * difference.imag
        count += 1
    return T(squares / float64(count))


def std(a, T, M, S):
    return math.sqrt(var(a, T, M, S))


# `M` is the type in which squares are added up. Where they are too large or too small for it, those of quotients by the
# largest element are, as in nrm2 of BLAS.
def norm(a, T, M):
    total = M(0)
    for v in np.nditer(a):
        total += M(v.real) * M(v.real) + M(v.imag) * M(v.imag)
    largest = M(1)
    if not 1e-280 < total < math.inf:
        largest = M(0)
        for v in np.nditer(a):
            largest = np.fmax(np.fmax(largest, abs(M(v.real))), abs(M(v.imag)))
        if 0 < largest < math.inf and total == total:
            total = M(0)
            for v in np.nditer(a):
                x, y = M(v.real) / largest, M(v.imag) / largest
                total += x * x + y * y
        else:
            largest = M(1)
    return T(largest * math.sqrt(total))


# Of products of type `P` and of weights.
def weighted_sums(a, weights, P, T, W):
    if a.shape != weights.shape:
        raise TypeError("the shapes of the array and of the weights differ")
    scale = W(0)
    for w in np.nditer(weights):
        scale += w
    if scale == 0:
        raise ZeroDivisionError("weights sum to zero")
    total = T(0)
    for x, w in np.nditer((a, weights)):
        total += P(P(x) * P(w))
    return total, scale


def nansum(a, T):
    total = T(0)
    for v in np.nditer(a):
        if v == v:
            total += T(v)
    return total


def nanprod(a, T):
    total = T(1)
    for v in np.nditer(a):
        if v == v:
            total *= T(v)
    return total


def nanmean(a, T):
    total = T(0)
    count = int64(0)
    for v in np.nditer(a):
        if v == v:
            total += T(v)
            count += 1
    return total / float64(count)


def nanvar(a, T, M):
    total = M(0)
    count = int64(0)
    for v in np.nditer(a):
        if v == v:
            total += M(v)
            count += 1
    center = total / float64(count)
    squares = float64(0)
    for v in np.nditer(a):
        if v == v:
            difference = v - center
            squares += difference.real * difference.real + difference.imag * difference.imag
    return T(squares / float64(count))


def nanstd(a, T, M):
    return math.sqrt(nanvar(a, T, M))


def nanmin(a, T):
    if np.size(a) == 0:
        raise ValueError("zero-size array to reduction operation not possible")
    best = T(0)
    first = True
    for v in np.nditer(a):
        if v == v:
            if first or v < best:
                best = v
            first = False
        elif first:
            best = v
    return best


def nanmax(a, T):
    if np.size(a) == 0:
        raise ValueError("zero-size array to reduction operation not possible")
    best = T(0)
    first = True
    for v in np.nditer(a):
        if v == v:
            if first or v > best:
                best = v
            first = False
        elif first:
            best = v
    return best


def nanargmin(a, T):
    place = T(0)
    best = a.dtype.type(0)
    first = True
    for i, v in enumerate(a.flat):
        if v == v:
            if first or v < best:
                best = v
                place = T(i)
            first = False
    return place


def nanargmax(a, T):
    place = T(0)
    best = a.dtype.type(0)
    first = True
    for i, v in enumerate(a.flat):
        if v == v:
            if first or v > best:
                best = v
                place = T(i)
            first = False
    return place


def dot(a, b, T):
    total = T(0)
    for i in range(len(a)):
        total += T(a[i]) * T(b[i])
    return total


def vdot(a, b, T):
    total = T(0)
    for i in range(len(a)):
        total += T(a[i].conjugate()) * T(b[i])
    return total


def array_equal(a, b):
    if len(a) != len(b):
        return False
    for i in range(len(a)):
        if a[i] != b[i]:
            return False
    return True


# The first place at which `v` keeps a sorted array sorted; the last one with side='right'.
def searchsorted(a, v, side='left'):
    low = int64(0)
    high = int64(len(a))
    while low < high:
        middle = (low + high) // 2
        if a[middle] < v or (side == 'right' and a[middle] == v):
            low = middle + 1
        else:
            high = middle
    return low


# 1 where no edge is smaller than the one before, -1 where none is larger, else 0.
def direction(bins):
    rises = True
    falls = True
    for i in range(1, len(bins)):
        if bins[i] < bins[i - 1]:
            rises = False
        if bins[i] > bins[i - 1]:
            falls = False
    if rises:
        return 1
    if falls:
        return -1
    return 0


def digitize(x, bins, right=False):
    order = direction(bins)
    if order == 0:
        raise ValueError("bins must be monotonically increasing or decreasing")
    backwards = bins[::-1]
    if order < 0:
        if right:
            return len(bins) - searchsorted(backwards, x, 'left')
        return len(bins) - searchsorted(backwards, x, 'right')
    if right:
        return searchsorted(bins, x, 'left')
    return searchsorted(bins, x, 'right')


def interp(x, xp, fp):
    last = len(xp) - 1
    if x != x:
        return float64(x)
    if x <= xp[0]:
        return float64(fp[0])
    if x >= xp[last]:
        return float64(fp[last])
    right = searchsorted(xp, x, 'right')
    x0 = float64(xp[right - 1])
    x1 = float64(xp[right])
    f0 = float64(fp[right - 1])
    f1 = float64(fp[right])
    return (f1 - f0) / (x1 - x0) * (float64(x) - x0) + f0


def polyval(p, x):
    total = x * 0
    for coefficient in p:
        total = total * x + coefficient
    return total
