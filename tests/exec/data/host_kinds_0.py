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


C007 = np.asarray(np.broadcast_to([1, 2, 3], (2, 3)))
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


C008 = np.asarray(np.expand_dims(A, (0, 2)))
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


C010 = np.asarray(np.transpose(CUBE, axes=(1, 2, 0)))
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


C017 = np.asarray(np.roll(A, (1, 2), axis=(0, 1)))
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


C026 = np.asarray(np.pad(A, 1, constant_values=((1, 2), (3, 4))))
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


C027 = np.asarray(np.pad(A, (5, 5), mode="symmetric"))
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


C029 = np.asarray(np.meshgrid([1, 2], [3, 4, 5], sparse=True)[1])
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
