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

C060 = np.asarray(np.cumprod(I8))
F060 = C060.ravel().astype(np.float64)
S060 = (C060.shape + (0,) * 5)[:5]


@cuda.jit
def k060(out):
    out[0] = C060.itemsize
    out[1] = C060.ndim
    for d in range(5):
        out[2 + d] = S060[d]
    total = 0.0
    for i in range(F060.size):
        total += F060[i] * (i + 1)
    out[7] = total


C061 = np.asarray(np.cumprod(U8))
F061 = C061.ravel().astype(np.float64)
S061 = (C061.shape + (0,) * 5)[:5]


@cuda.jit
def k061(out):
    out[0] = C061.itemsize
    out[1] = C061.ndim
    for d in range(5):
        out[2 + d] = S061[d]
    total = 0.0
    for i in range(F061.size):
        total += F061[i] * (i + 1)
    out[7] = total


C062 = np.asarray(np.cumprod(B))
F062 = C062.ravel().astype(np.float64)
S062 = (C062.shape + (0,) * 5)[:5]


@cuda.jit
def k062(out):
    out[0] = C062.itemsize
    out[1] = C062.ndim
    for d in range(5):
        out[2 + d] = S062[d]
    total = 0.0
    for i in range(F062.size):
        total += F062[i] * (i + 1)
    out[7] = total


C063 = np.asarray(np.cumprod(A, axis=0))
F063 = C063.ravel().astype(np.float64)
S063 = (C063.shape + (0,) * 5)[:5]


@cuda.jit
def k063(out):
    out[0] = C063.itemsize
    out[1] = C063.ndim
    for d in range(5):
        out[2 + d] = S063[d]
    total = 0.0
    for i in range(F063.size):
        total += F063[i] * (i + 1)
    out[7] = total


C064 = np.asarray(np.cumsum(U8))
F064 = C064.ravel().astype(np.float64)
S064 = (C064.shape + (0,) * 5)[:5]


@cuda.jit
def k064(out):
    out[0] = C064.itemsize
    out[1] = C064.ndim
    for d in range(5):
        out[2 + d] = S064[d]
    total = 0.0
    for i in range(F064.size):
        total += F064[i] * (i + 1)
    out[7] = total


C065 = np.asarray(np.cumsum(A, axis=1))
F065 = C065.ravel().astype(np.float64)
S065 = (C065.shape + (0,) * 5)[:5]


@cuda.jit
def k065(out):
    out[0] = C065.itemsize
    out[1] = C065.ndim
    for d in range(5):
        out[2 + d] = S065[d]
    total = 0.0
    for i in range(F065.size):
        total += F065[i] * (i + 1)
    out[7] = total


C066 = np.asarray(np.ptp(A, axis=0))
F066 = C066.ravel().astype(np.float64)
S066 = (C066.shape + (0,) * 5)[:5]


@cuda.jit
def k066(out):
    out[0] = C066.itemsize
    out[1] = C066.ndim
    for d in range(5):
        out[2 + d] = S066[d]
    total = 0.0
    for i in range(F066.size):
        total += F066[i] * (i + 1)
    out[7] = total


C069 = np.asarray(np.add.outer([1, 2], [3, 4]))
F069 = C069.ravel().astype(np.float64)
S069 = (C069.shape + (0,) * 5)[:5]


@cuda.jit
def k069(out):
    out[0] = C069.itemsize
    out[1] = C069.ndim
    for d in range(5):
        out[2 + d] = S069[d]
    total = 0.0
    for i in range(F069.size):
        total += F069[i] * (i + 1)
    out[7] = total


C070 = np.asarray(np.multiply.outer(A, [1, 2]))
F070 = C070.ravel().astype(np.float64)
S070 = (C070.shape + (0,) * 5)[:5]


@cuda.jit
def k070(out):
    out[0] = C070.itemsize
    out[1] = C070.ndim
    for d in range(5):
        out[2 + d] = S070[d]
    total = 0.0
    for i in range(F070.size):
        total += F070[i] * (i + 1)
    out[7] = total


C071 = np.asarray(np.multiply.reduce(A))
F071 = C071.ravel().astype(np.float64)
S071 = (C071.shape + (0,) * 5)[:5]


@cuda.jit
def k071(out):
    out[0] = C071.itemsize
    out[1] = C071.ndim
    for d in range(5):
        out[2 + d] = S071[d]
    total = 0.0
    for i in range(F071.size):
        total += F071[i] * (i + 1)
    out[7] = total


C072 = np.asarray(np.add.reduce(A))
F072 = C072.ravel().astype(np.float64)
S072 = (C072.shape + (0,) * 5)[:5]


@cuda.jit
def k072(out):
    out[0] = C072.itemsize
    out[1] = C072.ndim
    for d in range(5):
        out[2 + d] = S072[d]
    total = 0.0
    for i in range(F072.size):
        total += F072[i] * (i + 1)
    out[7] = total


C085 = np.asarray(np.round(V, -1))
F085 = C085.ravel().astype(np.float64)
S085 = (C085.shape + (0,) * 5)[:5]


@cuda.jit
def k085(out):
    out[0] = C085.itemsize
    out[1] = C085.ndim
    for d in range(5):
        out[2 + d] = S085[d]
    total = 0.0
    for i in range(F085.size):
        total += F085[i] * (i + 1)
    out[7] = total


C086 = np.asarray(np.round(NONE))
F086 = C086.ravel().astype(np.float64)
S086 = (C086.shape + (0,) * 5)[:5]


@cuda.jit
def k086(out):
    out[0] = C086.itemsize
    out[1] = C086.ndim
    for d in range(5):
        out[2 + d] = S086[d]
    total = 0.0
    for i in range(F086.size):
        total += F086[i] * (i + 1)
    out[7] = total


C087 = np.asarray(np.clip(V, [0, 0, 2, 2], 3))
F087 = C087.ravel().astype(np.float64)
S087 = (C087.shape + (0,) * 5)[:5]


@cuda.jit
def k087(out):
    out[0] = C087.itemsize
    out[1] = C087.ndim
    for d in range(5):
        out[2 + d] = S087[d]
    total = 0.0
    for i in range(F087.size):
        total += F087[i] * (i + 1)
    out[7] = total


C088 = np.asarray(np.clip(V, min=1, max=2))
F088 = C088.ravel().astype(np.float64)
S088 = (C088.shape + (0,) * 5)[:5]


@cuda.jit
def k088(out):
    out[0] = C088.itemsize
    out[1] = C088.ndim
    for d in range(5):
        out[2 + d] = S088[d]
    total = 0.0
    for i in range(F088.size):
        total += F088[i] * (i + 1)
    out[7] = total


C089 = np.asarray(np.clip(X, 0, 1))
F089 = C089.ravel().astype(np.float64)
S089 = (C089.shape + (0,) * 5)[:5]


@cuda.jit
def k089(out):
    out[0] = C089.itemsize
    out[1] = C089.ndim
    for d in range(5):
        out[2 + d] = S089[d]
    total = 0.0
    for i in range(F089.size):
        total += F089[i] * (i + 1)
    out[7] = total
