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


C068 = np.asarray(np.trapezoid(A))
F068 = C068.ravel().astype(np.float64)
S068 = (C068.shape + (0,) * 5)[:5]


@cuda.jit
def k068(out):
    out[0] = C068.itemsize
    out[1] = C068.ndim
    for d in range(5):
        out[2 + d] = S068[d]
    total = 0.0
    for i in range(F068.size):
        total += F068[i] * (i + 1)
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


C073 = np.asarray(np.convolve([1, 1], [1, 2, 3, 4], "same"))
F073 = C073.ravel().astype(np.float64)
S073 = (C073.shape + (0,) * 5)[:5]


@cuda.jit
def k073(out):
    out[0] = C073.itemsize
    out[1] = C073.ndim
    for d in range(5):
        out[2 + d] = S073[d]
    total = 0.0
    for i in range(F073.size):
        total += F073[i] * (i + 1)
    out[7] = total


C076 = np.asarray(np.correlate([1, 2], [1, 2, 3], "full"))
F076 = C076.ravel().astype(np.float64)
S076 = (C076.shape + (0,) * 5)[:5]


@cuda.jit
def k076(out):
    out[0] = C076.itemsize
    out[1] = C076.ndim
    for d in range(5):
        out[2 + d] = S076[d]
    total = 0.0
    for i in range(F076.size):
        total += F076[i] * (i + 1)
    out[7] = total


C077 = np.asarray(np.correlate([1, 2], [1, 2, 3], "same"))
F077 = C077.ravel().astype(np.float64)
S077 = (C077.shape + (0,) * 5)[:5]


@cuda.jit
def k077(out):
    out[0] = C077.itemsize
    out[1] = C077.ndim
    for d in range(5):
        out[2 + d] = S077[d]
    total = 0.0
    for i in range(F077.size):
        total += F077[i] * (i + 1)
    out[7] = total


C078 = np.asarray(np.correlate([1, 2], [3, 4, 5]))
F078 = C078.ravel().astype(np.float64)
S078 = (C078.shape + (0,) * 5)[:5]


@cuda.jit
def k078(out):
    out[0] = C078.itemsize
    out[1] = C078.ndim
    for d in range(5):
        out[2 + d] = S078[d]
    total = 0.0
    for i in range(F078.size):
        total += F078[i] * (i + 1)
    out[7] = total


C079 = np.asarray(np.correlate(Z, Z, "full").real)
F079 = C079.ravel().astype(np.float64)
S079 = (C079.shape + (0,) * 5)[:5]


@cuda.jit
def k079(out):
    out[0] = C079.itemsize
    out[1] = C079.ndim
    for d in range(5):
        out[2 + d] = S079[d]
    total = 0.0
    for i in range(F079.size):
        total += F079[i] * (i + 1)
    out[7] = total


C080 = np.asarray(np.interp(np.nan, [1, 2, 3], [3, 2, 0]))
F080 = C080.ravel().astype(np.float64)
S080 = (C080.shape + (0,) * 5)[:5]


@cuda.jit
def k080(out):
    out[0] = C080.itemsize
    out[1] = C080.ndim
    for d in range(5):
        out[2 + d] = S080[d]
    total = 0.0
    for i in range(F080.size):
        total += F080[i] * (i + 1)
    out[7] = total


C081 = np.asarray(np.interp(5, [1, 2, 3], [3, 2, 0], left=-1, right=-2))
F081 = C081.ravel().astype(np.float64)
S081 = (C081.shape + (0,) * 5)[:5]


@cuda.jit
def k081(out):
    out[0] = C081.itemsize
    out[1] = C081.ndim
    for d in range(5):
        out[2 + d] = S081[d]
    total = 0.0
    for i in range(F081.size):
        total += F081[i] * (i + 1)
    out[7] = total


C082 = np.asarray(np.interp(2, [1, 2, 2, 3], [1, 2, 5, 6]))
F082 = C082.ravel().astype(np.float64)
S082 = (C082.shape + (0,) * 5)[:5]


@cuda.jit
def k082(out):
    out[0] = C082.itemsize
    out[1] = C082.ndim
    for d in range(5):
        out[2 + d] = S082[d]
    total = 0.0
    for i in range(F082.size):
        total += F082[i] * (i + 1)
    out[7] = total


C083 = np.asarray(np.polyval([3, 0, 1], F))
F083 = C083.ravel().astype(np.float64)
S083 = (C083.shape + (0,) * 5)[:5]


@cuda.jit
def k083(out):
    out[0] = C083.itemsize
    out[1] = C083.ndim
    for d in range(5):
        out[2 + d] = S083[d]
    total = 0.0
    for i in range(F083.size):
        total += F083[i] * (i + 1)
    out[7] = total


C084 = np.asarray(np.polyval([3, 0, 1], [1, 2]))
F084 = C084.ravel().astype(np.float64)
S084 = (C084.shape + (0,) * 5)[:5]


@cuda.jit
def k084(out):
    out[0] = C084.itemsize
    out[1] = C084.ndim
    for d in range(5):
        out[2 + d] = S084[d]
    total = 0.0
    for i in range(F084.size):
        total += F084[i] * (i + 1)
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
