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

C030 = np.asarray(np.indices((2, 3), dtype=np.float32))
F030 = C030.ravel().astype(np.float64)
S030 = (C030.shape + (0,) * 5)[:5]


@cuda.jit
def k030(out):
    out[0] = C030.itemsize
    out[1] = C030.ndim
    for d in range(5):
        out[2 + d] = S030[d]
    total = 0.0
    for i in range(F030.size):
        total += F030[i] * (i + 1)
    out[7] = total


C033 = np.asarray(np.argwhere(V == 9))
F033 = C033.ravel().astype(np.float64)
S033 = (C033.shape + (0,) * 5)[:5]


@cuda.jit
def k033(out):
    out[0] = C033.itemsize
    out[1] = C033.ndim
    for d in range(5):
        out[2 + d] = S033[d]
    total = 0.0
    for i in range(F033.size):
        total += F033[i] * (i + 1)
    out[7] = total


C035 = np.asarray(np.where(A > 1, A, 0))
F035 = C035.ravel().astype(np.float64)
S035 = (C035.shape + (0,) * 5)[:5]


@cuda.jit
def k035(out):
    out[0] = C035.itemsize
    out[1] = C035.ndim
    for d in range(5):
        out[2 + d] = S035[d]
    total = 0.0
    for i in range(F035.size):
        total += F035[i] * (i + 1)
    out[7] = total


C036 = np.asarray(np.where(A > 1, A, 0.5))
F036 = C036.ravel().astype(np.float64)
S036 = (C036.shape + (0,) * 5)[:5]


@cuda.jit
def k036(out):
    out[0] = C036.itemsize
    out[1] = C036.ndim
    for d in range(5):
        out[2 + d] = S036[d]
    total = 0.0
    for i in range(F036.size):
        total += F036[i] * (i + 1)
    out[7] = total


C037 = np.asarray(np.where(F > 1, F, 0.5))
F037 = C037.ravel().astype(np.float64)
S037 = (C037.shape + (0,) * 5)[:5]


@cuda.jit
def k037(out):
    out[0] = C037.itemsize
    out[1] = C037.ndim
    for d in range(5):
        out[2 + d] = S037[d]
    total = 0.0
    for i in range(F037.size):
        total += F037[i] * (i + 1)
    out[7] = total


C038 = np.asarray(np.where(B, I8, U8))
F038 = C038.ravel().astype(np.float64)
S038 = (C038.shape + (0,) * 5)[:5]


@cuda.jit
def k038(out):
    out[0] = C038.itemsize
    out[1] = C038.ndim
    for d in range(5):
        out[2 + d] = S038[d]
    total = 0.0
    for i in range(F038.size):
        total += F038[i] * (i + 1)
    out[7] = total


C039 = np.asarray(np.where(B, True, False))
F039 = C039.ravel().astype(np.float64)
S039 = (C039.shape + (0,) * 5)[:5]


@cuda.jit
def k039(out):
    out[0] = C039.itemsize
    out[1] = C039.ndim
    for d in range(5):
        out[2 + d] = S039[d]
    total = 0.0
    for i in range(F039.size):
        total += F039[i] * (i + 1)
    out[7] = total


C040 = np.asarray(np.where(B, B, 1))
F040 = C040.ravel().astype(np.float64)
S040 = (C040.shape + (0,) * 5)[:5]


@cuda.jit
def k040(out):
    out[0] = C040.itemsize
    out[1] = C040.ndim
    for d in range(5):
        out[2 + d] = S040[d]
    total = 0.0
    for i in range(F040.size):
        total += F040[i] * (i + 1)
    out[7] = total


C042 = np.asarray(np.where(NONE > 0, NONE, 0))
F042 = C042.ravel().astype(np.float64)
S042 = (C042.shape + (0,) * 5)[:5]


@cuda.jit
def k042(out):
    out[0] = C042.itemsize
    out[1] = C042.ndim
    for d in range(5):
        out[2 + d] = S042[d]
    total = 0.0
    for i in range(F042.size):
        total += F042[i] * (i + 1)
    out[7] = total


C043 = np.asarray(np.argsort(X))
F043 = C043.ravel().astype(np.float64)
S043 = (C043.shape + (0,) * 5)[:5]


@cuda.jit
def k043(out):
    out[0] = C043.itemsize
    out[1] = C043.ndim
    for d in range(5):
        out[2 + d] = S043[d]
    total = 0.0
    for i in range(F043.size):
        total += F043[i] * (i + 1)
    out[7] = total


C044 = np.asarray(np.argsort(-A, axis=0))
F044 = C044.ravel().astype(np.float64)
S044 = (C044.shape + (0,) * 5)[:5]


@cuda.jit
def k044(out):
    out[0] = C044.itemsize
    out[1] = C044.ndim
    for d in range(5):
        out[2 + d] = S044[d]
    total = 0.0
    for i in range(F044.size):
        total += F044[i] * (i + 1)
    out[7] = total


C045 = np.asarray(np.argsort(-A, axis=None))
F045 = C045.ravel().astype(np.float64)
S045 = (C045.shape + (0,) * 5)[:5]


@cuda.jit
def k045(out):
    out[0] = C045.itemsize
    out[1] = C045.ndim
    for d in range(5):
        out[2 + d] = S045[d]
    total = 0.0
    for i in range(F045.size):
        total += F045[i] * (i + 1)
    out[7] = total


C046 = np.asarray(np.searchsorted([1, 2, 3], np.nan))
F046 = C046.ravel().astype(np.float64)
S046 = (C046.shape + (0,) * 5)[:5]


@cuda.jit
def k046(out):
    out[0] = C046.itemsize
    out[1] = C046.ndim
    for d in range(5):
        out[2 + d] = S046[d]
    total = 0.0
    for i in range(F046.size):
        total += F046[i] * (i + 1)
    out[7] = total


C051 = np.asarray(np.digitize([0.5, 1.5, 2.0], [1, 2, 3]))
F051 = C051.ravel().astype(np.float64)
S051 = (C051.shape + (0,) * 5)[:5]


@cuda.jit
def k051(out):
    out[0] = C051.itemsize
    out[1] = C051.ndim
    for d in range(5):
        out[2 + d] = S051[d]
    total = 0.0
    for i in range(F051.size):
        total += F051[i] * (i + 1)
    out[7] = total


C052 = np.asarray(np.isin(V, [1, 2], invert=True))
F052 = C052.ravel().astype(np.float64)
S052 = (C052.shape + (0,) * 5)[:5]


@cuda.jit
def k052(out):
    out[0] = C052.itemsize
    out[1] = C052.ndim
    for d in range(5):
        out[2 + d] = S052[d]
    total = 0.0
    for i in range(F052.size):
        total += F052[i] * (i + 1)
    out[7] = total


C053 = np.asarray(np.take(A, [[0, 1], [1, 0]], axis=1))
F053 = C053.ravel().astype(np.float64)
S053 = (C053.shape + (0,) * 5)[:5]


@cuda.jit
def k053(out):
    out[0] = C053.itemsize
    out[1] = C053.ndim
    for d in range(5):
        out[2 + d] = S053[d]
    total = 0.0
    for i in range(F053.size):
        total += F053[i] * (i + 1)
    out[7] = total


C054 = np.asarray(np.take(A, 1, axis=0))
F054 = C054.ravel().astype(np.float64)
S054 = (C054.shape + (0,) * 5)[:5]


@cuda.jit
def k054(out):
    out[0] = C054.itemsize
    out[1] = C054.ndim
    for d in range(5):
        out[2 + d] = S054[d]
    total = 0.0
    for i in range(F054.size):
        total += F054[i] * (i + 1)
    out[7] = total


C057 = np.asarray(np.bincount(NONE))
F057 = C057.ravel().astype(np.float64)
S057 = (C057.shape + (0,) * 5)[:5]


@cuda.jit
def k057(out):
    out[0] = C057.itemsize
    out[1] = C057.ndim
    for d in range(5):
        out[2 + d] = S057[d]
    total = 0.0
    for i in range(F057.size):
        total += F057[i] * (i + 1)
    out[7] = total


C058 = np.asarray(np.all(A, axis=0))
F058 = C058.ravel().astype(np.float64)
S058 = (C058.shape + (0,) * 5)[:5]


@cuda.jit
def k058(out):
    out[0] = C058.itemsize
    out[1] = C058.ndim
    for d in range(5):
        out[2 + d] = S058[d]
    total = 0.0
    for i in range(F058.size):
        total += F058[i] * (i + 1)
    out[7] = total


C059 = np.asarray(np.any(A, axis=1))
F059 = C059.ravel().astype(np.float64)
S059 = (C059.shape + (0,) * 5)[:5]


@cuda.jit
def k059(out):
    out[0] = C059.itemsize
    out[1] = C059.ndim
    for d in range(5):
        out[2 + d] = S059[d]
    total = 0.0
    for i in range(F059.size):
        total += F059[i] * (i + 1)
    out[7] = total
