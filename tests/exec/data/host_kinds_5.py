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

C152 = np.asarray(math.hypot(1e200, 1e200))
F152 = C152.ravel().astype(np.float64)
S152 = (C152.shape + (0,) * 5)[:5]


@cuda.jit
def k152(out):
    out[0] = C152.itemsize
    out[1] = C152.ndim
    for d in range(5):
        out[2 + d] = S152[d]
    total = 0.0
    for i in range(F152.size):
        total += F152[i] * (i + 1)
    out[7] = total


C153 = np.asarray(math.hypot(1, 2, 3))
F153 = C153.ravel().astype(np.float64)
S153 = (C153.shape + (0,) * 5)[:5]


@cuda.jit
def k153(out):
    out[0] = C153.itemsize
    out[1] = C153.ndim
    for d in range(5):
        out[2 + d] = S153[d]
    total = 0.0
    for i in range(F153.size):
        total += F153[i] * (i + 1)
    out[7] = total


C154 = np.asarray(math.fsum([1e100, 1.0, -1e100]))
F154 = C154.ravel().astype(np.float64)
S154 = (C154.shape + (0,) * 5)[:5]


@cuda.jit
def k154(out):
    out[0] = C154.itemsize
    out[1] = C154.ndim
    for d in range(5):
        out[2 + d] = S154[d]
    total = 0.0
    for i in range(F154.size):
        total += F154[i] * (i + 1)
    out[7] = total


C155 = np.asarray(math.fsum([0.1] * 10))
F155 = C155.ravel().astype(np.float64)
S155 = (C155.shape + (0,) * 5)[:5]


@cuda.jit
def k155(out):
    out[0] = C155.itemsize
    out[1] = C155.ndim
    for d in range(5):
        out[2 + d] = S155[d]
    total = 0.0
    for i in range(F155.size):
        total += F155[i] * (i + 1)
    out[7] = total


C160 = np.asarray(list(itertools.product([1, 2], repeat=3)))
F160 = C160.ravel().astype(np.float64)
S160 = (C160.shape + (0,) * 5)[:5]


@cuda.jit
def k160(out):
    out[0] = C160.itemsize
    out[1] = C160.ndim
    for d in range(5):
        out[2 + d] = S160[d]
    total = 0.0
    for i in range(F160.size):
        total += F160[i] * (i + 1)
    out[7] = total


C162 = np.asarray(pow(2, 10, 1000))
F162 = C162.ravel().astype(np.float64)
S162 = (C162.shape + (0,) * 5)[:5]


@cuda.jit
def k162(out):
    out[0] = C162.itemsize
    out[1] = C162.ndim
    for d in range(5):
        out[2 + d] = S162[d]
    total = 0.0
    for i in range(F162.size):
        total += F162[i] * (i + 1)
    out[7] = total


C165 = np.asarray([ord(c) for c in "h\u00e9llo"])
F165 = C165.ravel().astype(np.float64)
S165 = (C165.shape + (0,) * 5)[:5]


@cuda.jit
def k165(out):
    out[0] = C165.itemsize
    out[1] = C165.ndim
    for d in range(5):
        out[2 + d] = S165[d]
    total = 0.0
    for i in range(F165.size):
        total += F165[i] * (i + 1)
    out[7] = total


C166 = np.asarray("h\u00e9llo".find("l"))
F166 = C166.ravel().astype(np.float64)
S166 = (C166.shape + (0,) * 5)[:5]


@cuda.jit
def k166(out):
    out[0] = C166.itemsize
    out[1] = C166.ndim
    for d in range(5):
        out[2 + d] = S166[d]
    total = 0.0
    for i in range(F166.size):
        total += F166[i] * (i + 1)
    out[7] = total


C167 = np.asarray(len("h\u00e9llo"))
F167 = C167.ravel().astype(np.float64)
S167 = (C167.shape + (0,) * 5)[:5]


@cuda.jit
def k167(out):
    out[0] = C167.itemsize
    out[1] = C167.ndim
    for d in range(5):
        out[2 + d] = S167[d]
    total = 0.0
    for i in range(F167.size):
        total += F167[i] * (i + 1)
    out[7] = total


C169 = np.asarray([ord(c) for c in "-42".zfill(5)])
F169 = C169.ravel().astype(np.float64)
S169 = (C169.shape + (0,) * 5)[:5]


@cuda.jit
def k169(out):
    out[0] = C169.itemsize
    out[1] = C169.ndim
    for d in range(5):
        out[2 + d] = S169[d]
    total = 0.0
    for i in range(F169.size):
        total += F169[i] * (i + 1)
    out[7] = total


C173 = np.asarray(abs(np.int8(-128)))
F173 = C173.ravel().astype(np.float64)
S173 = (C173.shape + (0,) * 5)[:5]


@cuda.jit
def k173(out):
    out[0] = C173.itemsize
    out[1] = C173.ndim
    for d in range(5):
        out[2 + d] = S173[d]
    total = 0.0
    for i in range(F173.size):
        total += F173[i] * (i + 1)
    out[7] = total


C174 = np.asarray(1 if B.dtype == bool else 2)
F174 = C174.ravel().astype(np.float64)
S174 = (C174.shape + (0,) * 5)[:5]


@cuda.jit
def k174(out):
    out[0] = C174.itemsize
    out[1] = C174.ndim
    for d in range(5):
        out[2 + d] = S174[d]
    total = 0.0
    for i in range(F174.size):
        total += F174[i] * (i + 1)
    out[7] = total


C175 = np.asarray(1 if F.dtype == "float32" else 2)
F175 = C175.ravel().astype(np.float64)
S175 = (C175.shape + (0,) * 5)[:5]


@cuda.jit
def k175(out):
    out[0] = C175.itemsize
    out[1] = C175.ndim
    for d in range(5):
        out[2 + d] = S175[d]
    total = 0.0
    for i in range(F175.size):
        total += F175[i] * (i + 1)
    out[7] = total
