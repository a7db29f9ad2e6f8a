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

C000 = np.asarray(powers(10))
F000 = C000.ravel().astype(np.float64)
S000 = (C000.shape + (0,) * 5)[:5]


@cuda.jit
def k000(out):
    out[0] = C000.itemsize
    out[1] = C000.ndim
    for d in range(5):
        out[2 + d] = S000[d]
    total = 0.0
    for i in range(F000.size):
        total += F000[i] * (i + 1)
    out[7] = total


C001 = np.asarray(first_above(3))
F001 = C001.ravel().astype(np.float64)
S001 = (C001.shape + (0,) * 5)[:5]


@cuda.jit
def k001(out):
    out[0] = C001.itemsize
    out[1] = C001.ndim
    for d in range(5):
        out[2 + d] = S001[d]
    total = 0.0
    for i in range(F001.size):
        total += F001[i] * (i + 1)
    out[7] = total


C002 = np.asarray(larger_first(1, 2))
F002 = C002.ravel().astype(np.float64)
S002 = (C002.shape + (0,) * 5)[:5]


@cuda.jit
def k002(out):
    out[0] = C002.itemsize
    out[1] = C002.ndim
    for d in range(5):
        out[2 + d] = S002[d]
    total = 0.0
    for i in range(F002.size):
        total += F002[i] * (i + 1)
    out[7] = total


C003 = np.asarray(checked(3))
F003 = C003.ravel().astype(np.float64)
S003 = (C003.shape + (0,) * 5)[:5]


@cuda.jit
def k003(out):
    out[0] = C003.itemsize
    out[1] = C003.ndim
    for d in range(5):
        out[2 + d] = S003[d]
    total = 0.0
    for i in range(F003.size):
        total += F003[i] * (i + 1)
    out[7] = total


C004 = np.asarray(checked(-3))
F004 = C004.ravel().astype(np.float64)
S004 = (C004.shape + (0,) * 5)[:5]


@cuda.jit
def k004(out):
    out[0] = C004.itemsize
    out[1] = C004.ndim
    for d in range(5):
        out[2 + d] = S004[d]
    total = 0.0
    for i in range(F004.size):
        total += F004[i] * (i + 1)
    out[7] = total


C005 = np.asarray(checked_all([1, 2]))
F005 = C005.ravel().astype(np.float64)
S005 = (C005.shape + (0,) * 5)[:5]


@cuda.jit
def k005(out):
    out[0] = C005.itemsize
    out[1] = C005.ndim
    for d in range(5):
        out[2 + d] = S005[d]
    total = 0.0
    for i in range(F005.size):
        total += F005[i] * (i + 1)
    out[7] = total


C006 = np.asarray(checked_all([1, -2]))
F006 = C006.ravel().astype(np.float64)
S006 = (C006.shape + (0,) * 5)[:5]


@cuda.jit
def k006(out):
    out[0] = C006.itemsize
    out[1] = C006.ndim
    for d in range(5):
        out[2 + d] = S006[d]
    total = 0.0
    for i in range(F006.size):
        total += F006[i] * (i + 1)
    out[7] = total


C007 = np.asarray(np.broadcast_to(F, (2, 3)))
F007 = C007.ravel().astype(np.float64)
S007 = (C007.shape + (0,) * 5)[:5]


@cuda.jit
def k007(out):
    out[0] = C007.itemsize
    out[1] = C007.ndim
    for d in range(5):
        out[2 + d] = S007[d]
    total = 0.0
    for i in range(F007.size):
        total += F007[i] * (i + 1)
    out[7] = total


C008 = np.asarray(np.broadcast_to([1, 2, 3], (2, 3)))
F008 = C008.ravel().astype(np.float64)
S008 = (C008.shape + (0,) * 5)[:5]


@cuda.jit
def k008(out):
    out[0] = C008.itemsize
    out[1] = C008.ndim
    for d in range(5):
        out[2 + d] = S008[d]
    total = 0.0
    for i in range(F008.size):
        total += F008[i] * (i + 1)
    out[7] = total


C009 = np.asarray(np.expand_dims(A, (0, 2)))
F009 = C009.ravel().astype(np.float64)
S009 = (C009.shape + (0,) * 5)[:5]


@cuda.jit
def k009(out):
    out[0] = C009.itemsize
    out[1] = C009.ndim
    for d in range(5):
        out[2 + d] = S009[d]
    total = 0.0
    for i in range(F009.size):
        total += F009[i] * (i + 1)
    out[7] = total


C010 = np.asarray(np.expand_dims(A, 3))
F010 = C010.ravel().astype(np.float64)
S010 = (C010.shape + (0,) * 5)[:5]


@cuda.jit
def k010(out):
    out[0] = C010.itemsize
    out[1] = C010.ndim
    for d in range(5):
        out[2 + d] = S010[d]
    total = 0.0
    for i in range(F010.size):
        total += F010[i] * (i + 1)
    out[7] = total


C011 = np.asarray(np.transpose(CUBE, axes=(1, 2, 0)))
F011 = C011.ravel().astype(np.float64)
S011 = (C011.shape + (0,) * 5)[:5]


@cuda.jit
def k011(out):
    out[0] = C011.itemsize
    out[1] = C011.ndim
    for d in range(5):
        out[2 + d] = S011[d]
    total = 0.0
    for i in range(F011.size):
        total += F011[i] * (i + 1)
    out[7] = total


C012 = np.asarray(np.transpose(CUBE, (0, 0, 1)))
F012 = C012.ravel().astype(np.float64)
S012 = (C012.shape + (0,) * 5)[:5]


@cuda.jit
def k012(out):
    out[0] = C012.itemsize
    out[1] = C012.ndim
    for d in range(5):
        out[2 + d] = S012[d]
    total = 0.0
    for i in range(F012.size):
        total += F012[i] * (i + 1)
    out[7] = total


C013 = np.asarray(np.moveaxis(CUBE, [0, 1], [-1, -2]))
F013 = C013.ravel().astype(np.float64)
S013 = (C013.shape + (0,) * 5)[:5]


@cuda.jit
def k013(out):
    out[0] = C013.itemsize
    out[1] = C013.ndim
    for d in range(5):
        out[2 + d] = S013[d]
    total = 0.0
    for i in range(F013.size):
        total += F013[i] * (i + 1)
    out[7] = total


C014 = np.asarray(np.moveaxis(CUBE, 0, 3))
F014 = C014.ravel().astype(np.float64)
S014 = (C014.shape + (0,) * 5)[:5]


@cuda.jit
def k014(out):
    out[0] = C014.itemsize
    out[1] = C014.ndim
    for d in range(5):
        out[2 + d] = S014[d]
    total = 0.0
    for i in range(F014.size):
        total += F014[i] * (i + 1)
    out[7] = total


C015 = np.asarray(np.rollaxis(CUBE, -1))
F015 = C015.ravel().astype(np.float64)
S015 = (C015.shape + (0,) * 5)[:5]


@cuda.jit
def k015(out):
    out[0] = C015.itemsize
    out[1] = C015.ndim
    for d in range(5):
        out[2 + d] = S015[d]
    total = 0.0
    for i in range(F015.size):
        total += F015[i] * (i + 1)
    out[7] = total


C016 = np.asarray(np.rot90(CUBE, 1, (1, 2)))
F016 = C016.ravel().astype(np.float64)
S016 = (C016.shape + (0,) * 5)[:5]


@cuda.jit
def k016(out):
    out[0] = C016.itemsize
    out[1] = C016.ndim
    for d in range(5):
        out[2 + d] = S016[d]
    total = 0.0
    for i in range(F016.size):
        total += F016[i] * (i + 1)
    out[7] = total


C017 = np.asarray(np.rot90(V))
F017 = C017.ravel().astype(np.float64)
S017 = (C017.shape + (0,) * 5)[:5]


@cuda.jit
def k017(out):
    out[0] = C017.itemsize
    out[1] = C017.ndim
    for d in range(5):
        out[2 + d] = S017[d]
    total = 0.0
    for i in range(F017.size):
        total += F017[i] * (i + 1)
    out[7] = total


C018 = np.asarray(np.roll(A, (1, 2), axis=(0, 1)))
F018 = C018.ravel().astype(np.float64)
S018 = (C018.shape + (0,) * 5)[:5]


@cuda.jit
def k018(out):
    out[0] = C018.itemsize
    out[1] = C018.ndim
    for d in range(5):
        out[2 + d] = S018[d]
    total = 0.0
    for i in range(F018.size):
        total += F018[i] * (i + 1)
    out[7] = total


C019 = np.asarray(np.stack([V, V], axis=2))
F019 = C019.ravel().astype(np.float64)
S019 = (C019.shape + (0,) * 5)[:5]


@cuda.jit
def k019(out):
    out[0] = C019.itemsize
    out[1] = C019.ndim
    for d in range(5):
        out[2 + d] = S019[d]
    total = 0.0
    for i in range(F019.size):
        total += F019[i] * (i + 1)
    out[7] = total


C020 = np.asarray(np.stack([]))
F020 = C020.ravel().astype(np.float64)
S020 = (C020.shape + (0,) * 5)[:5]


@cuda.jit
def k020(out):
    out[0] = C020.itemsize
    out[1] = C020.ndim
    for d in range(5):
        out[2 + d] = S020[d]
    total = 0.0
    for i in range(F020.size):
        total += F020[i] * (i + 1)
    out[7] = total


C021 = np.asarray(np.dstack((CUBE, CUBE)))
F021 = C021.ravel().astype(np.float64)
S021 = (C021.shape + (0,) * 5)[:5]


@cuda.jit
def k021(out):
    out[0] = C021.itemsize
    out[1] = C021.ndim
    for d in range(5):
        out[2 + d] = S021[d]
    total = 0.0
    for i in range(F021.size):
        total += F021[i] * (i + 1)
    out[7] = total


C022 = np.asarray(np.split(V, 3)[0])
F022 = C022.ravel().astype(np.float64)
S022 = (C022.shape + (0,) * 5)[:5]


@cuda.jit
def k022(out):
    out[0] = C022.itemsize
    out[1] = C022.ndim
    for d in range(5):
        out[2 + d] = S022[d]
    total = 0.0
    for i in range(F022.size):
        total += F022[i] * (i + 1)
    out[7] = total


C023 = np.asarray(np.split(A, 3, axis=1)[1])
F023 = C023.ravel().astype(np.float64)
S023 = (C023.shape + (0,) * 5)[:5]


@cuda.jit
def k023(out):
    out[0] = C023.itemsize
    out[1] = C023.ndim
    for d in range(5):
        out[2 + d] = S023[d]
    total = 0.0
    for i in range(F023.size):
        total += F023[i] * (i + 1)
    out[7] = total


C024 = np.asarray(np.array_split(V, [1, 2])[1])
F024 = C024.ravel().astype(np.float64)
S024 = (C024.shape + (0,) * 5)[:5]


@cuda.jit
def k024(out):
    out[0] = C024.itemsize
    out[1] = C024.ndim
    for d in range(5):
        out[2 + d] = S024[d]
    total = 0.0
    for i in range(F024.size):
        total += F024[i] * (i + 1)
    out[7] = total


C025 = np.asarray(np.hsplit(A, 3)[2])
F025 = C025.ravel().astype(np.float64)
S025 = (C025.shape + (0,) * 5)[:5]


@cuda.jit
def k025(out):
    out[0] = C025.itemsize
    out[1] = C025.ndim
    for d in range(5):
        out[2 + d] = S025[d]
    total = 0.0
    for i in range(F025.size):
        total += F025[i] * (i + 1)
    out[7] = total


C026 = np.asarray(np.pad(V, -1))
F026 = C026.ravel().astype(np.float64)
S026 = (C026.shape + (0,) * 5)[:5]


@cuda.jit
def k026(out):
    out[0] = C026.itemsize
    out[1] = C026.ndim
    for d in range(5):
        out[2 + d] = S026[d]
    total = 0.0
    for i in range(F026.size):
        total += F026[i] * (i + 1)
    out[7] = total


C027 = np.asarray(np.pad(A, 1, constant_values=((1, 2), (3, 4))))
F027 = C027.ravel().astype(np.float64)
S027 = (C027.shape + (0,) * 5)[:5]


@cuda.jit
def k027(out):
    out[0] = C027.itemsize
    out[1] = C027.ndim
    for d in range(5):
        out[2 + d] = S027[d]
    total = 0.0
    for i in range(F027.size):
        total += F027[i] * (i + 1)
    out[7] = total


C028 = np.asarray(np.pad(A, (5, 5), mode="symmetric"))
F028 = C028.ravel().astype(np.float64)
S028 = (C028.shape + (0,) * 5)[:5]


@cuda.jit
def k028(out):
    out[0] = C028.itemsize
    out[1] = C028.ndim
    for d in range(5):
        out[2 + d] = S028[d]
    total = 0.0
    for i in range(F028.size):
        total += F028[i] * (i + 1)
    out[7] = total


C029 = np.asarray(np.meshgrid([1, 2], [3, 4], indexing="zz")[0])
F029 = C029.ravel().astype(np.float64)
S029 = (C029.shape + (0,) * 5)[:5]


@cuda.jit
def k029(out):
    out[0] = C029.itemsize
    out[1] = C029.ndim
    for d in range(5):
        out[2 + d] = S029[d]
    total = 0.0
    for i in range(F029.size):
        total += F029[i] * (i + 1)
    out[7] = total


C030 = np.asarray(np.meshgrid([1, 2], [3, 4, 5], sparse=True)[1])
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


C031 = np.asarray(np.indices((2, 3), dtype=np.float32))
F031 = C031.ravel().astype(np.float64)
S031 = (C031.shape + (0,) * 5)[:5]


@cuda.jit
def k031(out):
    out[0] = C031.itemsize
    out[1] = C031.ndim
    for d in range(5):
        out[2 + d] = S031[d]
    total = 0.0
    for i in range(F031.size):
        total += F031[i] * (i + 1)
    out[7] = total


C032 = np.asarray(np.geomspace(-1, -1000, 4))
F032 = C032.ravel().astype(np.float64)
S032 = (C032.shape + (0,) * 5)[:5]


@cuda.jit
def k032(out):
    out[0] = C032.itemsize
    out[1] = C032.ndim
    for d in range(5):
        out[2 + d] = S032[d]
    total = 0.0
    for i in range(F032.size):
        total += F032[i] * (i + 1)
    out[7] = total


C033 = np.asarray(np.geomspace(1, 1000, 3, endpoint=False))
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


C034 = np.asarray(np.argwhere(V == 9))
F034 = C034.ravel().astype(np.float64)
S034 = (C034.shape + (0,) * 5)[:5]


@cuda.jit
def k034(out):
    out[0] = C034.itemsize
    out[1] = C034.ndim
    for d in range(5):
        out[2 + d] = S034[d]
    total = 0.0
    for i in range(F034.size):
        total += F034[i] * (i + 1)
    out[7] = total


C035 = np.asarray(np.nonzero(5)[0])
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


C036 = np.asarray(np.where(A > 1, A, 0))
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


C037 = np.asarray(np.where(A > 1, A, 0.5))
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


C038 = np.asarray(np.where(F > 1, F, 0.5))
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


C039 = np.asarray(np.where(B, I8, U8))
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


C040 = np.asarray(np.where(B, True, False))
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


C041 = np.asarray(np.where(B, B, 1))
F041 = C041.ravel().astype(np.float64)
S041 = (C041.shape + (0,) * 5)[:5]


@cuda.jit
def k041(out):
    out[0] = C041.itemsize
    out[1] = C041.ndim
    for d in range(5):
        out[2 + d] = S041[d]
    total = 0.0
    for i in range(F041.size):
        total += F041[i] * (i + 1)
    out[7] = total


C042 = np.asarray(np.where(B, 1))
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


C043 = np.asarray(np.where(NONE > 0, NONE, 0))
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


C044 = np.asarray(np.argsort(X))
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


C045 = np.asarray(np.argsort(-A, axis=0))
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


C046 = np.asarray(np.argsort(-A, axis=None))
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


C047 = np.asarray(np.searchsorted([1, 2, 3], np.nan))
F047 = C047.ravel().astype(np.float64)
S047 = (C047.shape + (0,) * 5)[:5]


@cuda.jit
def k047(out):
    out[0] = C047.itemsize
    out[1] = C047.ndim
    for d in range(5):
        out[2 + d] = S047[d]
    total = 0.0
    for i in range(F047.size):
        total += F047[i] * (i + 1)
    out[7] = total


C048 = np.asarray(np.searchsorted([1, 2, 3], 2, "middle"))
F048 = C048.ravel().astype(np.float64)
S048 = (C048.shape + (0,) * 5)[:5]


@cuda.jit
def k048(out):
    out[0] = C048.itemsize
    out[1] = C048.ndim
    for d in range(5):
        out[2 + d] = S048[d]
    total = 0.0
    for i in range(F048.size):
        total += F048[i] * (i + 1)
    out[7] = total


C049 = np.asarray(np.histogram([1, 2, 1, 4], bins=3)[0])
F049 = C049.ravel().astype(np.float64)
S049 = (C049.shape + (0,) * 5)[:5]


@cuda.jit
def k049(out):
    out[0] = C049.itemsize
    out[1] = C049.ndim
    for d in range(5):
        out[2 + d] = S049[d]
    total = 0.0
    for i in range(F049.size):
        total += F049[i] * (i + 1)
    out[7] = total


C050 = np.asarray(np.histogram([1, 2, 1, 4], bins=3)[1])
F050 = C050.ravel().astype(np.float64)
S050 = (C050.shape + (0,) * 5)[:5]


@cuda.jit
def k050(out):
    out[0] = C050.itemsize
    out[1] = C050.ndim
    for d in range(5):
        out[2 + d] = S050[d]
    total = 0.0
    for i in range(F050.size):
        total += F050[i] * (i + 1)
    out[7] = total


C051 = np.asarray(np.histogram([1, 2, 1, 4], bins=[0, 1, 2, 4])[0])
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


C052 = np.asarray(np.digitize([0.5, 1.5, 2.0], [1, 2, 3]))
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


C053 = np.asarray(np.isin(V, [1, 2], invert=True))
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


C054 = np.asarray(np.take(A, [[0, 1], [1, 0]], axis=1))
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


C055 = np.asarray(np.take(A, 1, axis=0))
F055 = C055.ravel().astype(np.float64)
S055 = (C055.shape + (0,) * 5)[:5]


@cuda.jit
def k055(out):
    out[0] = C055.itemsize
    out[1] = C055.ndim
    for d in range(5):
        out[2 + d] = S055[d]
    total = 0.0
    for i in range(F055.size):
        total += F055[i] * (i + 1)
    out[7] = total


C056 = np.asarray(np.take(A, [0, 6]))
F056 = C056.ravel().astype(np.float64)
S056 = (C056.shape + (0,) * 5)[:5]


@cuda.jit
def k056(out):
    out[0] = C056.itemsize
    out[1] = C056.ndim
    for d in range(5):
        out[2 + d] = S056[d]
    total = 0.0
    for i in range(F056.size):
        total += F056[i] * (i + 1)
    out[7] = total


C057 = np.asarray(np.bincount([-1, 2]))
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


C058 = np.asarray(np.bincount(NONE))
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


C059 = np.asarray(np.all(A, axis=0))
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


C060 = np.asarray(np.any(A, axis=1))
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


C061 = np.asarray(np.cumprod(I8))
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


C062 = np.asarray(np.cumprod(U8))
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


C063 = np.asarray(np.cumprod(B))
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


C064 = np.asarray(np.cumprod(A, axis=0))
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


C065 = np.asarray(np.cumsum(U8))
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


C066 = np.asarray(np.cumsum(A, axis=1))
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


C067 = np.asarray(np.ptp(A, axis=0))
F067 = C067.ravel().astype(np.float64)
S067 = (C067.shape + (0,) * 5)[:5]


@cuda.jit
def k067(out):
    out[0] = C067.itemsize
    out[1] = C067.ndim
    for d in range(5):
        out[2 + d] = S067[d]
    total = 0.0
    for i in range(F067.size):
        total += F067[i] * (i + 1)
    out[7] = total


C068 = np.asarray(np.average([1, 2], weights=[0, 0]))
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


C069 = np.asarray(np.trapezoid(A))
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


C070 = np.asarray(np.add.outer([1, 2], [3, 4]))
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


C071 = np.asarray(np.multiply.outer(A, [1, 2]))
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


C072 = np.asarray(np.multiply.reduce(A))
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


C073 = np.asarray(np.add.reduce(A))
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


C074 = np.asarray(np.convolve([1, 1], [1, 2, 3, 4], "same"))
F074 = C074.ravel().astype(np.float64)
S074 = (C074.shape + (0,) * 5)[:5]


@cuda.jit
def k074(out):
    out[0] = C074.itemsize
    out[1] = C074.ndim
    for d in range(5):
        out[2 + d] = S074[d]
    total = 0.0
    for i in range(F074.size):
        total += F074[i] * (i + 1)
    out[7] = total


C075 = np.asarray(np.convolve([], [1]))
F075 = C075.ravel().astype(np.float64)
S075 = (C075.shape + (0,) * 5)[:5]


@cuda.jit
def k075(out):
    out[0] = C075.itemsize
    out[1] = C075.ndim
    for d in range(5):
        out[2 + d] = S075[d]
    total = 0.0
    for i in range(F075.size):
        total += F075[i] * (i + 1)
    out[7] = total


C076 = np.asarray(np.convolve([1, 2, 3], [1], "foo"))
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


C077 = np.asarray(np.correlate([1, 2], [1, 2, 3], "full"))
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


C078 = np.asarray(np.correlate([1, 2], [1, 2, 3], "same"))
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


C079 = np.asarray(np.correlate([1, 2], [3, 4, 5]))
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


C080 = np.asarray(np.correlate(Z, Z, "full").real)
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


C081 = np.asarray(np.interp(np.nan, [1, 2, 3], [3, 2, 0]))
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


C082 = np.asarray(np.interp(5, [1, 2, 3], [3, 2, 0], left=-1, right=-2))
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


C083 = np.asarray(np.interp(2, [1, 2, 2, 3], [1, 2, 5, 6]))
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


C084 = np.asarray(np.polyval([3, 0, 1], F))
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


C085 = np.asarray(np.polyval([3, 0, 1], [1, 2]))
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


C086 = np.asarray(np.round(V, -1))
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


C087 = np.asarray(np.round(NONE))
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


C088 = np.asarray(np.clip(V, [0, 0, 2, 2], 3))
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


C089 = np.asarray(np.clip(V, min=1, max=2))
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


C090 = np.asarray(np.clip(X, 0, 1))
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


C091 = np.asarray(np.clip(B, 0, 1))
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


C092 = np.asarray(np.sign(X))
F092 = C092.ravel().astype(np.float64)
S092 = (C092.shape + (0,) * 5)[:5]


@cuda.jit
def k092(out):
    out[0] = C092.itemsize
    out[1] = C092.ndim
    for d in range(5):
        out[2 + d] = S092[d]
    total = 0.0
    for i in range(F092.size):
        total += F092[i] * (i + 1)
    out[7] = total


C093 = np.asarray(np.sign(B))
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


C094 = np.asarray(np.hypot(1e200, 1e200))
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


C095 = np.asarray(np.hypot(np.inf, np.nan))
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


C096 = np.asarray(np.hypot(F, 1))
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


C097 = np.asarray(np.arctan2(F, F))
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


C098 = np.asarray(np.arctan2(I8, 2))
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


C099 = np.asarray(np.gcd(I8, U8))
F099 = C099.ravel().astype(np.float64)
S099 = (C099.shape + (0,) * 5)[:5]


@cuda.jit
def k099(out):
    out[0] = C099.itemsize
    out[1] = C099.ndim
    for d in range(5):
        out[2 + d] = S099[d]
    total = 0.0
    for i in range(F099.size):
        total += F099[i] * (i + 1)
    out[7] = total


C100 = np.asarray(np.gcd(1.5, 2))
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


C101 = np.asarray(np.lcm(I8, 2))
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


C102 = np.asarray(np.logical_xor(B, True))
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


C103 = np.asarray(np.greater_equal(V, [1, 2, 3, 4]))
F103 = C103.ravel().astype(np.float64)
S103 = (C103.shape + (0,) * 5)[:5]


@cuda.jit
def k103(out):
    out[0] = C103.itemsize
    out[1] = C103.ndim
    for d in range(5):
        out[2 + d] = S103[d]
    total = 0.0
    for i in range(F103.size):
        total += F103[i] * (i + 1)
    out[7] = total


C104 = np.asarray(np.sinc(F))
F104 = C104.ravel().astype(np.float64)
S104 = (C104.shape + (0,) * 5)[:5]


@cuda.jit
def k104(out):
    out[0] = C104.itemsize
    out[1] = C104.ndim
    for d in range(5):
        out[2 + d] = S104[d]
    total = 0.0
    for i in range(F104.size):
        total += F104[i] * (i + 1)
    out[7] = total


C105 = np.asarray(np.sinc(0.5))
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


C106 = np.asarray(np.imag(F))
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


C107 = np.asarray(np.real(Z.astype(np.complex64)))
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


C108 = np.asarray(np.conj(V))
F108 = C108.ravel().astype(np.float64)
S108 = (C108.shape + (0,) * 5)[:5]


@cuda.jit
def k108(out):
    out[0] = C108.itemsize
    out[1] = C108.ndim
    for d in range(5):
        out[2 + d] = S108[d]
    total = 0.0
    for i in range(F108.size):
        total += F108[i] * (i + 1)
    out[7] = total


C109 = np.asarray(np.packbits([1.5]))
F109 = C109.ravel().astype(np.float64)
S109 = (C109.shape + (0,) * 5)[:5]


@cuda.jit
def k109(out):
    out[0] = C109.itemsize
    out[1] = C109.ndim
    for d in range(5):
        out[2 + d] = S109[d]
    total = 0.0
    for i in range(F109.size):
        total += F109[i] * (i + 1)
    out[7] = total


C110 = np.asarray(np.unpackbits([1, 2]))
F110 = C110.ravel().astype(np.float64)
S110 = (C110.shape + (0,) * 5)[:5]


@cuda.jit
def k110(out):
    out[0] = C110.itemsize
    out[1] = C110.ndim
    for d in range(5):
        out[2 + d] = S110[d]
    total = 0.0
    for i in range(F110.size):
        total += F110[i] * (i + 1)
    out[7] = total


C111 = np.asarray(np.hanning(1))
F111 = C111.ravel().astype(np.float64)
S111 = (C111.shape + (0,) * 5)[:5]


@cuda.jit
def k111(out):
    out[0] = C111.itemsize
    out[1] = C111.ndim
    for d in range(5):
        out[2 + d] = S111[d]
    total = 0.0
    for i in range(F111.size):
        total += F111[i] * (i + 1)
    out[7] = total


C112 = np.asarray(np.hanning(0))
F112 = C112.ravel().astype(np.float64)
S112 = (C112.shape + (0,) * 5)[:5]


@cuda.jit
def k112(out):
    out[0] = C112.itemsize
    out[1] = C112.ndim
    for d in range(5):
        out[2 + d] = S112[d]
    total = 0.0
    for i in range(F112.size):
        total += F112[i] * (i + 1)
    out[7] = total


C113 = np.asarray(np.cross([[1, 2, 3], [4, 5, 6]], [[4, 5, 6], [1, 2, 3]]))
F113 = C113.ravel().astype(np.float64)
S113 = (C113.shape + (0,) * 5)[:5]


@cuda.jit
def k113(out):
    out[0] = C113.itemsize
    out[1] = C113.ndim
    for d in range(5):
        out[2 + d] = S113[d]
    total = 0.0
    for i in range(F113.size):
        total += F113[i] * (i + 1)
    out[7] = total


C114 = np.asarray(np.cross([1, 2, 3, 4], [4, 5, 6, 7]))
F114 = C114.ravel().astype(np.float64)
S114 = (C114.shape + (0,) * 5)[:5]


@cuda.jit
def k114(out):
    out[0] = C114.itemsize
    out[1] = C114.ndim
    for d in range(5):
        out[2 + d] = S114[d]
    total = 0.0
    for i in range(F114.size):
        total += F114[i] * (i + 1)
    out[7] = total


C115 = np.asarray(np.inner(A, A))
F115 = C115.ravel().astype(np.float64)
S115 = (C115.shape + (0,) * 5)[:5]


@cuda.jit
def k115(out):
    out[0] = C115.itemsize
    out[1] = C115.ndim
    for d in range(5):
        out[2 + d] = S115[d]
    total = 0.0
    for i in range(F115.size):
        total += F115[i] * (i + 1)
    out[7] = total


C116 = np.asarray(np.vdot(Z, Z).real)
F116 = C116.ravel().astype(np.float64)
S116 = (C116.shape + (0,) * 5)[:5]


@cuda.jit
def k116(out):
    out[0] = C116.itemsize
    out[1] = C116.ndim
    for d in range(5):
        out[2 + d] = S116[d]
    total = 0.0
    for i in range(F116.size):
        total += F116[i] * (i + 1)
    out[7] = total


C117 = np.asarray(np.linalg.matrix_power(D, -1))
F117 = C117.ravel().astype(np.float64)
S117 = (C117.shape + (0,) * 5)[:5]


@cuda.jit
def k117(out):
    out[0] = C117.itemsize
    out[1] = C117.ndim
    for d in range(5):
        out[2 + d] = S117[d]
    total = 0.0
    for i in range(F117.size):
        total += F117[i] * (i + 1)
    out[7] = total


C118 = np.asarray(np.linalg.matrix_power(np.eye(50), 10**12))
F118 = C118.ravel().astype(np.float64)
S118 = (C118.shape + (0,) * 5)[:5]


@cuda.jit
def k118(out):
    out[0] = C118.itemsize
    out[1] = C118.ndim
    for d in range(5):
        out[2 + d] = S118[d]
    total = 0.0
    for i in range(F118.size):
        total += F118[i] * (i + 1)
    out[7] = total


C119 = np.asarray(np.linalg.det(A))
F119 = C119.ravel().astype(np.float64)
S119 = (C119.shape + (0,) * 5)[:5]


@cuda.jit
def k119(out):
    out[0] = C119.itemsize
    out[1] = C119.ndim
    for d in range(5):
        out[2 + d] = S119[d]
    total = 0.0
    for i in range(F119.size):
        total += F119[i] * (i + 1)
    out[7] = total


C120 = np.asarray(np.linalg.inv(A))
F120 = C120.ravel().astype(np.float64)
S120 = (C120.shape + (0,) * 5)[:5]


@cuda.jit
def k120(out):
    out[0] = C120.itemsize
    out[1] = C120.ndim
    for d in range(5):
        out[2 + d] = S120[d]
    total = 0.0
    for i in range(F120.size):
        total += F120[i] * (i + 1)
    out[7] = total


C121 = np.asarray(np.linalg.inv([[1, 2], [2, 4]]))
F121 = C121.ravel().astype(np.float64)
S121 = (C121.shape + (0,) * 5)[:5]


@cuda.jit
def k121(out):
    out[0] = C121.itemsize
    out[1] = C121.ndim
    for d in range(5):
        out[2 + d] = S121[d]
    total = 0.0
    for i in range(F121.size):
        total += F121[i] * (i + 1)
    out[7] = total


C122 = np.asarray(np.linalg.inv(D.astype(np.float32)))
F122 = C122.ravel().astype(np.float64)
S122 = (C122.shape + (0,) * 5)[:5]


@cuda.jit
def k122(out):
    out[0] = C122.itemsize
    out[1] = C122.ndim
    for d in range(5):
        out[2 + d] = S122[d]
    total = 0.0
    for i in range(F122.size):
        total += F122[i] * (i + 1)
    out[7] = total


C123 = np.asarray(np.linalg.solve(A, [1, 2]))
F123 = C123.ravel().astype(np.float64)
S123 = (C123.shape + (0,) * 5)[:5]


@cuda.jit
def k123(out):
    out[0] = C123.itemsize
    out[1] = C123.ndim
    for d in range(5):
        out[2 + d] = S123[d]
    total = 0.0
    for i in range(F123.size):
        total += F123[i] * (i + 1)
    out[7] = total


C124 = np.asarray([1, 2] @ [3, 4])
F124 = C124.ravel().astype(np.float64)
S124 = (C124.shape + (0,) * 5)[:5]


@cuda.jit
def k124(out):
    out[0] = C124.itemsize
    out[1] = C124.ndim
    for d in range(5):
        out[2 + d] = S124[d]
    total = 0.0
    for i in range(F124.size):
        total += F124[i] * (i + 1)
    out[7] = total


C125 = np.asarray(D @ [1, 2])
F125 = C125.ravel().astype(np.float64)
S125 = (C125.shape + (0,) * 5)[:5]


@cuda.jit
def k125(out):
    out[0] = C125.itemsize
    out[1] = C125.ndim
    for d in range(5):
        out[2 + d] = S125[d]
    total = 0.0
    for i in range(F125.size):
        total += F125[i] * (i + 1)
    out[7] = total


C126 = np.asarray(A.unique())
F126 = C126.ravel().astype(np.float64)
S126 = (C126.shape + (0,) * 5)[:5]


@cuda.jit
def k126(out):
    out[0] = C126.itemsize
    out[1] = C126.ndim
    for d in range(5):
        out[2 + d] = S126[d]
    total = 0.0
    for i in range(F126.size):
        total += F126[i] * (i + 1)
    out[7] = total


C127 = np.asarray(A.flip())
F127 = C127.ravel().astype(np.float64)
S127 = (C127.shape + (0,) * 5)[:5]


@cuda.jit
def k127(out):
    out[0] = C127.itemsize
    out[1] = C127.ndim
    for d in range(5):
        out[2 + d] = S127[d]
    total = 0.0
    for i in range(F127.size):
        total += F127[i] * (i + 1)
    out[7] = total


C128 = np.asarray(A.concatenate())
F128 = C128.ravel().astype(np.float64)
S128 = (C128.shape + (0,) * 5)[:5]


@cuda.jit
def k128(out):
    out[0] = C128.itemsize
    out[1] = C128.ndim
    for d in range(5):
        out[2 + d] = S128[d]
    total = 0.0
    for i in range(F128.size):
        total += F128[i] * (i + 1)
    out[7] = total


C129 = np.asarray(A.maximum(3))
F129 = C129.ravel().astype(np.float64)
S129 = (C129.shape + (0,) * 5)[:5]


@cuda.jit
def k129(out):
    out[0] = C129.itemsize
    out[1] = C129.ndim
    for d in range(5):
        out[2 + d] = S129[d]
    total = 0.0
    for i in range(F129.size):
        total += F129[i] * (i + 1)
    out[7] = total


C130 = np.asarray(np.argmax([]))
F130 = C130.ravel().astype(np.float64)
S130 = (C130.shape + (0,) * 5)[:5]


@cuda.jit
def k130(out):
    out[0] = C130.itemsize
    out[1] = C130.ndim
    for d in range(5):
        out[2 + d] = S130[d]
    total = 0.0
    for i in range(F130.size):
        total += F130[i] * (i + 1)
    out[7] = total


C131 = np.asarray(np.concatenate([]))
F131 = C131.ravel().astype(np.float64)
S131 = (C131.shape + (0,) * 5)[:5]


@cuda.jit
def k131(out):
    out[0] = C131.itemsize
    out[1] = C131.ndim
    for d in range(5):
        out[2 + d] = S131[d]
    total = 0.0
    for i in range(F131.size):
        total += F131[i] * (i + 1)
    out[7] = total


C132 = np.asarray(np.concatenate([V, V], axis=0))
F132 = C132.ravel().astype(np.float64)
S132 = (C132.shape + (0,) * 5)[:5]


@cuda.jit
def k132(out):
    out[0] = C132.itemsize
    out[1] = C132.ndim
    for d in range(5):
        out[2 + d] = S132[d]
    total = 0.0
    for i in range(F132.size):
        total += F132[i] * (i + 1)
    out[7] = total


C133 = np.asarray(A.flatten("F"))
F133 = C133.ravel().astype(np.float64)
S133 = (C133.shape + (0,) * 5)[:5]


@cuda.jit
def k133(out):
    out[0] = C133.itemsize
    out[1] = C133.ndim
    for d in range(5):
        out[2 + d] = S133[d]
    total = 0.0
    for i in range(F133.size):
        total += F133[i] * (i + 1)
    out[7] = total


C134 = np.asarray(A.ravel(order="F"))
F134 = C134.ravel().astype(np.float64)
S134 = (C134.shape + (0,) * 5)[:5]


@cuda.jit
def k134(out):
    out[0] = C134.itemsize
    out[1] = C134.ndim
    for d in range(5):
        out[2 + d] = S134[d]
    total = 0.0
    for i in range(F134.size):
        total += F134[i] * (i + 1)
    out[7] = total


C135 = np.asarray(A.reshape(3, 2, order="F"))
F135 = C135.ravel().astype(np.float64)
S135 = (C135.shape + (0,) * 5)[:5]


@cuda.jit
def k135(out):
    out[0] = C135.itemsize
    out[1] = C135.ndim
    for d in range(5):
        out[2 + d] = S135[d]
    total = 0.0
    for i in range(F135.size):
        total += F135[i] * (i + 1)
    out[7] = total


C136 = np.asarray(np.reshape(A, (3, 2), order="F"))
F136 = C136.ravel().astype(np.float64)
S136 = (C136.shape + (0,) * 5)[:5]


@cuda.jit
def k136(out):
    out[0] = C136.itemsize
    out[1] = C136.ndim
    for d in range(5):
        out[2 + d] = S136[d]
    total = 0.0
    for i in range(F136.size):
        total += F136[i] * (i + 1)
    out[7] = total


C137 = np.asarray(np.linspace(-1.5, 3, 4, dtype=int))
F137 = C137.ravel().astype(np.float64)
S137 = (C137.shape + (0,) * 5)[:5]


@cuda.jit
def k137(out):
    out[0] = C137.itemsize
    out[1] = C137.ndim
    for d in range(5):
        out[2 + d] = S137[d]
    total = 0.0
    for i in range(F137.size):
        total += F137[i] * (i + 1)
    out[7] = total


C138 = np.asarray(np.eye(-1))
F138 = C138.ravel().astype(np.float64)
S138 = (C138.shape + (0,) * 5)[:5]


@cuda.jit
def k138(out):
    out[0] = C138.itemsize
    out[1] = C138.ndim
    for d in range(5):
        out[2 + d] = S138[d]
    total = 0.0
    for i in range(F138.size):
        total += F138[i] * (i + 1)
    out[7] = total


C139 = np.asarray(I8 + 200)
F139 = C139.ravel().astype(np.float64)
S139 = (C139.shape + (0,) * 5)[:5]


@cuda.jit
def k139(out):
    out[0] = C139.itemsize
    out[1] = C139.ndim
    for d in range(5):
        out[2 + d] = S139[d]
    total = 0.0
    for i in range(F139.size):
        total += F139[i] * (i + 1)
    out[7] = total


C140 = np.asarray(U8 + (-1))
F140 = C140.ravel().astype(np.float64)
S140 = (C140.shape + (0,) * 5)[:5]


@cuda.jit
def k140(out):
    out[0] = C140.itemsize
    out[1] = C140.ndim
    for d in range(5):
        out[2 + d] = S140[d]
    total = 0.0
    for i in range(F140.size):
        total += F140[i] * (i + 1)
    out[7] = total


C141 = np.asarray(np.maximum(I8, 200))
F141 = C141.ravel().astype(np.float64)
S141 = (C141.shape + (0,) * 5)[:5]


@cuda.jit
def k141(out):
    out[0] = C141.itemsize
    out[1] = C141.ndim
    for d in range(5):
        out[2 + d] = S141[d]
    total = 0.0
    for i in range(F141.size):
        total += F141[i] * (i + 1)
    out[7] = total


C142 = np.asarray(-B)
F142 = C142.ravel().astype(np.float64)
S142 = (C142.shape + (0,) * 5)[:5]


@cuda.jit
def k142(out):
    out[0] = C142.itemsize
    out[1] = C142.ndim
    for d in range(5):
        out[2 + d] = S142[d]
    total = 0.0
    for i in range(F142.size):
        total += F142[i] * (i + 1)
    out[7] = total


C143 = np.asarray(B - B)
F143 = C143.ravel().astype(np.float64)
S143 = (C143.shape + (0,) * 5)[:5]


@cuda.jit
def k143(out):
    out[0] = C143.itemsize
    out[1] = C143.ndim
    for d in range(5):
        out[2 + d] = S143[d]
    total = 0.0
    for i in range(F143.size):
        total += F143[i] * (i + 1)
    out[7] = total


C144 = np.asarray(np.power(V, -1))
F144 = C144.ravel().astype(np.float64)
S144 = (C144.shape + (0,) * 5)[:5]


@cuda.jit
def k144(out):
    out[0] = C144.itemsize
    out[1] = C144.ndim
    for d in range(5):
        out[2 + d] = S144[d]
    total = 0.0
    for i in range(F144.size):
        total += F144[i] * (i + 1)
    out[7] = total


C145 = np.asarray(np.max(X))
F145 = C145.ravel().astype(np.float64)
S145 = (C145.shape + (0,) * 5)[:5]


@cuda.jit
def k145(out):
    out[0] = C145.itemsize
    out[1] = C145.ndim
    for d in range(5):
        out[2 + d] = S145[d]
    total = 0.0
    for i in range(F145.size):
        total += F145[i] * (i + 1)
    out[7] = total


C146 = np.asarray(np.min(X))
F146 = C146.ravel().astype(np.float64)
S146 = (C146.shape + (0,) * 5)[:5]


@cuda.jit
def k146(out):
    out[0] = C146.itemsize
    out[1] = C146.ndim
    for d in range(5):
        out[2 + d] = S146[d]
    total = 0.0
    for i in range(F146.size):
        total += F146[i] * (i + 1)
    out[7] = total


C147 = np.asarray(np.argmin(X))
F147 = C147.ravel().astype(np.float64)
S147 = (C147.shape + (0,) * 5)[:5]


@cuda.jit
def k147(out):
    out[0] = C147.itemsize
    out[1] = C147.ndim
    for d in range(5):
        out[2 + d] = S147[d]
    total = 0.0
    for i in range(F147.size):
        total += F147[i] * (i + 1)
    out[7] = total


C148 = np.asarray(np.maximum(X, 0))
F148 = C148.ravel().astype(np.float64)
S148 = (C148.shape + (0,) * 5)[:5]


@cuda.jit
def k148(out):
    out[0] = C148.itemsize
    out[1] = C148.ndim
    for d in range(5):
        out[2 + d] = S148[d]
    total = 0.0
    for i in range(F148.size):
        total += F148[i] * (i + 1)
    out[7] = total


C149 = np.asarray(np.exp(I8))
F149 = C149.ravel().astype(np.float64)
S149 = (C149.shape + (0,) * 5)[:5]


@cuda.jit
def k149(out):
    out[0] = C149.itemsize
    out[1] = C149.ndim
    for d in range(5):
        out[2 + d] = S149[d]
    total = 0.0
    for i in range(F149.size):
        total += F149[i] * (i + 1)
    out[7] = total


C150 = np.asarray(np.rint(V))
F150 = C150.ravel().astype(np.float64)
S150 = (C150.shape + (0,) * 5)[:5]


@cuda.jit
def k150(out):
    out[0] = C150.itemsize
    out[1] = C150.ndim
    for d in range(5):
        out[2 + d] = S150[d]
    total = 0.0
    for i in range(F150.size):
        total += F150[i] * (i + 1)
    out[7] = total


C151 = np.asarray(np.iinfo(np.float32).max)
F151 = C151.ravel().astype(np.float64)
S151 = (C151.shape + (0,) * 5)[:5]


@cuda.jit
def k151(out):
    out[0] = C151.itemsize
    out[1] = C151.ndim
    for d in range(5):
        out[2 + d] = S151[d]
    total = 0.0
    for i in range(F151.size):
        total += F151[i] * (i + 1)
    out[7] = total


C152 = np.asarray(np.finfo(np.int32).max)
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


C153 = np.asarray(math.hypot(1e200, 1e200))
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


C154 = np.asarray(math.hypot(1, 2, 3))
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


C155 = np.asarray(math.fsum([1e100, 1.0, -1e100]))
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


C156 = np.asarray(math.fsum([0.1] * 10))
F156 = C156.ravel().astype(np.float64)
S156 = (C156.shape + (0,) * 5)[:5]


@cuda.jit
def k156(out):
    out[0] = C156.itemsize
    out[1] = C156.ndim
    for d in range(5):
        out[2 + d] = S156[d]
    total = 0.0
    for i in range(F156.size):
        total += F156[i] * (i + 1)
    out[7] = total


C157 = np.asarray(math.dist([0], [3, 4]))
F157 = C157.ravel().astype(np.float64)
S157 = (C157.shape + (0,) * 5)[:5]


@cuda.jit
def k157(out):
    out[0] = C157.itemsize
    out[1] = C157.ndim
    for d in range(5):
        out[2 + d] = S157[d]
    total = 0.0
    for i in range(F157.size):
        total += F157[i] * (i + 1)
    out[7] = total


C158 = np.asarray(math.isqrt(-1))
F158 = C158.ravel().astype(np.float64)
S158 = (C158.shape + (0,) * 5)[:5]


@cuda.jit
def k158(out):
    out[0] = C158.itemsize
    out[1] = C158.ndim
    for d in range(5):
        out[2 + d] = S158[d]
    total = 0.0
    for i in range(F158.size):
        total += F158[i] * (i + 1)
    out[7] = total


C159 = np.asarray(math.perm(5, -1))
F159 = C159.ravel().astype(np.float64)
S159 = (C159.shape + (0,) * 5)[:5]


@cuda.jit
def k159(out):
    out[0] = C159.itemsize
    out[1] = C159.ndim
    for d in range(5):
        out[2 + d] = S159[d]
    total = 0.0
    for i in range(F159.size):
        total += F159[i] * (i + 1)
    out[7] = total


C160 = np.asarray(math.comb(-1, 2))
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


C161 = np.asarray(list(itertools.product([1, 2], repeat=3)))
F161 = C161.ravel().astype(np.float64)
S161 = (C161.shape + (0,) * 5)[:5]


@cuda.jit
def k161(out):
    out[0] = C161.itemsize
    out[1] = C161.ndim
    for d in range(5):
        out[2 + d] = S161[d]
    total = 0.0
    for i in range(F161.size):
        total += F161[i] * (i + 1)
    out[7] = total


C162 = np.asarray(list(itertools.islice([1, 2], -1)))
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


C163 = np.asarray(pow(2, 10, 1000))
F163 = C163.ravel().astype(np.float64)
S163 = (C163.shape + (0,) * 5)[:5]


@cuda.jit
def k163(out):
    out[0] = C163.itemsize
    out[1] = C163.ndim
    for d in range(5):
        out[2 + d] = S163[d]
    total = 0.0
    for i in range(F163.size):
        total += F163[i] * (i + 1)
    out[7] = total


C164 = np.asarray(pow(2.0, 3, 5))
F164 = C164.ravel().astype(np.float64)
S164 = (C164.shape + (0,) * 5)[:5]


@cuda.jit
def k164(out):
    out[0] = C164.itemsize
    out[1] = C164.ndim
    for d in range(5):
        out[2 + d] = S164[d]
    total = 0.0
    for i in range(F164.size):
        total += F164[i] * (i + 1)
    out[7] = total


C165 = np.asarray(int.from_bytes(b"ab", "foo"))
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


C166 = np.asarray([ord(c) for c in "h\u00e9llo"])
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


C167 = np.asarray("h\u00e9llo".find("l"))
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


C168 = np.asarray(len("h\u00e9llo"))
F168 = C168.ravel().astype(np.float64)
S168 = (C168.shape + (0,) * 5)[:5]


@cuda.jit
def k168(out):
    out[0] = C168.itemsize
    out[1] = C168.ndim
    for d in range(5):
        out[2 + d] = S168[d]
    total = 0.0
    for i in range(F168.size):
        total += F168[i] * (i + 1)
    out[7] = total


C169 = np.asarray("hello".index("z"))
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


C170 = np.asarray([ord(c) for c in "-42".zfill(5)])
F170 = C170.ravel().astype(np.float64)
S170 = (C170.shape + (0,) * 5)[:5]


@cuda.jit
def k170(out):
    out[0] = C170.itemsize
    out[1] = C170.ndim
    for d in range(5):
        out[2 + d] = S170[d]
    total = 0.0
    for i in range(F170.size):
        total += F170[i] * (i + 1)
    out[7] = total


C171 = np.asarray(sorted([3, 1], foo=1))
F171 = C171.ravel().astype(np.float64)
S171 = (C171.shape + (0,) * 5)[:5]


@cuda.jit
def k171(out):
    out[0] = C171.itemsize
    out[1] = C171.ndim
    for d in range(5):
        out[2 + d] = S171[d]
    total = 0.0
    for i in range(F171.size):
        total += F171[i] * (i + 1)
    out[7] = total


C172 = np.asarray(list({3, 1, 2}))
F172 = C172.ravel().astype(np.float64)
S172 = (C172.shape + (0,) * 5)[:5]


@cuda.jit
def k172(out):
    out[0] = C172.itemsize
    out[1] = C172.ndim
    for d in range(5):
        out[2 + d] = S172[d]
    total = 0.0
    for i in range(F172.size):
        total += F172[i] * (i + 1)
    out[7] = total


C173 = np.asarray(list({40, 3, 9, 17, 1, -1, 33, 8, 100}))
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


C174 = np.asarray(abs(np.int8(-128)))
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


C175 = np.asarray(1 if B.dtype == bool else 2)
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


C176 = np.asarray(1 if F.dtype == "float32" else 2)
F176 = C176.ravel().astype(np.float64)
S176 = (C176.shape + (0,) * 5)[:5]


@cuda.jit
def k176(out):
    out[0] = C176.itemsize
    out[1] = C176.ndim
    for d in range(5):
        out[2 + d] = S176[d]
    total = 0.0
    for i in range(F176.size):
        total += F176[i] * (i + 1)
    out[7] = total
