"""Made by tests/oracle/exec_host_kinds.py."""
import itertools
import math

import numpy as np
from numba import cuda

A = np.arange(6).reshape(2, 3)
F = np.arange(6, dtype=np.float32).reshape(3, 2)
I8 = np.array([1, -2, 127], dtype=np.int8)
U8 = np.array([1, 200, 255], dtype=np.uint8)
B = np.array([True, False, True])
Z = np.array([1 + 2j, 3 - 4j])
NONE = np.array([], dtype=np.int32)
CUBE = np.arange(24).reshape(2, 3, 4)
V = np.array([3, 1, 2, 1])
X = np.array([0.5, -1.25, 2.5, np.nan])
D = np.array([[2.0, 1.0], [1.0, 3.0]])


def powers(n):
    result = 1
    while n > 0:
        if n & 1:
            result = result * 3
        n >>= 1
    return result


def first_above(limit):
    k = 0
    while True:
        if k > limit:
            return k
        k += 1
    return -1


def larger_first(x, y):
    if x < y:
        x, y = y, x
    return x * 10 + y


def checked(n):
    if n < 0:
        raise ValueError("negative")
    return n * 2


def checked_all(values):
    for v in values:
        if v < 0:
            raise ValueError("negative")
    return len(values)

C090 = np.asarray(np.clip(B, 0, 1))
F090 = C090.ravel().astype(np.float64)
S090 = (C090.shape + (0,) * 5)[:5]


@cuda.jit
def k090(out):
    out[0] = C090.itemsize
    out[1] = C090.ndim
    for d in range(5):
        out[2 + d] = S090[d]
    total = 0.0
    for i in range(F090.size):
        total += F090[i] * (i + 1)
    out[7] = total


C091 = np.asarray(np.sign(X))
F091 = C091.ravel().astype(np.float64)
S091 = (C091.shape + (0,) * 5)[:5]


@cuda.jit
def k091(out):
    out[0] = C091.itemsize
    out[1] = C091.ndim
    for d in range(5):
        out[2 + d] = S091[d]
    total = 0.0
    for i in range(F091.size):
        total += F091[i] * (i + 1)
    out[7] = total


C093 = np.asarray(np.hypot(1e200, 1e200))
F093 = C093.ravel().astype(np.float64)
S093 = (C093.shape + (0,) * 5)[:5]


@cuda.jit
def k093(out):
    out[0] = C093.itemsize
    out[1] = C093.ndim
    for d in range(5):
        out[2 + d] = S093[d]
    total = 0.0
    for i in range(F093.size):
        total += F093[i] * (i + 1)
    out[7] = total


C094 = np.asarray(np.hypot(np.inf, np.nan))
F094 = C094.ravel().astype(np.float64)
S094 = (C094.shape + (0,) * 5)[:5]


@cuda.jit
def k094(out):
    out[0] = C094.itemsize
    out[1] = C094.ndim
    for d in range(5):
        out[2 + d] = S094[d]
    total = 0.0
    for i in range(F094.size):
        total += F094[i] * (i + 1)
    out[7] = total


C095 = np.asarray(np.hypot(F, 1))
F095 = C095.ravel().astype(np.float64)
S095 = (C095.shape + (0,) * 5)[:5]


@cuda.jit
def k095(out):
    out[0] = C095.itemsize
    out[1] = C095.ndim
    for d in range(5):
        out[2 + d] = S095[d]
    total = 0.0
    for i in range(F095.size):
        total += F095[i] * (i + 1)
    out[7] = total


C096 = np.asarray(np.arctan2(F, F))
F096 = C096.ravel().astype(np.float64)
S096 = (C096.shape + (0,) * 5)[:5]


@cuda.jit
def k096(out):
    out[0] = C096.itemsize
    out[1] = C096.ndim
    for d in range(5):
        out[2 + d] = S096[d]
    total = 0.0
    for i in range(F096.size):
        total += F096[i] * (i + 1)
    out[7] = total


C097 = np.asarray(np.arctan2(I8, 2))
F097 = C097.ravel().astype(np.float64)
S097 = (C097.shape + (0,) * 5)[:5]


@cuda.jit
def k097(out):
    out[0] = C097.itemsize
    out[1] = C097.ndim
    for d in range(5):
        out[2 + d] = S097[d]
    total = 0.0
    for i in range(F097.size):
        total += F097[i] * (i + 1)
    out[7] = total


C098 = np.asarray(np.gcd(I8, U8))
F098 = C098.ravel().astype(np.float64)
S098 = (C098.shape + (0,) * 5)[:5]


@cuda.jit
def k098(out):
    out[0] = C098.itemsize
    out[1] = C098.ndim
    for d in range(5):
        out[2 + d] = S098[d]
    total = 0.0
    for i in range(F098.size):
        total += F098[i] * (i + 1)
    out[7] = total


C100 = np.asarray(np.lcm(I8, 2))
F100 = C100.ravel().astype(np.float64)
S100 = (C100.shape + (0,) * 5)[:5]


@cuda.jit
def k100(out):
    out[0] = C100.itemsize
    out[1] = C100.ndim
    for d in range(5):
        out[2 + d] = S100[d]
    total = 0.0
    for i in range(F100.size):
        total += F100[i] * (i + 1)
    out[7] = total


C101 = np.asarray(np.logical_xor(B, True))
F101 = C101.ravel().astype(np.float64)
S101 = (C101.shape + (0,) * 5)[:5]


@cuda.jit
def k101(out):
    out[0] = C101.itemsize
    out[1] = C101.ndim
    for d in range(5):
        out[2 + d] = S101[d]
    total = 0.0
    for i in range(F101.size):
        total += F101[i] * (i + 1)
    out[7] = total


C102 = np.asarray(np.greater_equal(V, [1, 2, 3, 4]))
F102 = C102.ravel().astype(np.float64)
S102 = (C102.shape + (0,) * 5)[:5]


@cuda.jit
def k102(out):
    out[0] = C102.itemsize
    out[1] = C102.ndim
    for d in range(5):
        out[2 + d] = S102[d]
    total = 0.0
    for i in range(F102.size):
        total += F102[i] * (i + 1)
    out[7] = total


C105 = np.asarray(np.imag(F))
F105 = C105.ravel().astype(np.float64)
S105 = (C105.shape + (0,) * 5)[:5]


@cuda.jit
def k105(out):
    out[0] = C105.itemsize
    out[1] = C105.ndim
    for d in range(5):
        out[2 + d] = S105[d]
    total = 0.0
    for i in range(F105.size):
        total += F105[i] * (i + 1)
    out[7] = total


C106 = np.asarray(np.real(Z.astype(np.complex64)))
F106 = C106.ravel().astype(np.float64)
S106 = (C106.shape + (0,) * 5)[:5]


@cuda.jit
def k106(out):
    out[0] = C106.itemsize
    out[1] = C106.ndim
    for d in range(5):
        out[2 + d] = S106[d]
    total = 0.0
    for i in range(F106.size):
        total += F106[i] * (i + 1)
    out[7] = total


C107 = np.asarray(np.conj(V))
F107 = C107.ravel().astype(np.float64)
S107 = (C107.shape + (0,) * 5)[:5]


@cuda.jit
def k107(out):
    out[0] = C107.itemsize
    out[1] = C107.ndim
    for d in range(5):
        out[2 + d] = S107[d]
    total = 0.0
    for i in range(F107.size):
        total += F107[i] * (i + 1)
    out[7] = total
