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

C124 = np.asarray(D @ [1, 2])
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


C131 = np.asarray(np.concatenate([V, V], axis=0))
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


C132 = np.asarray(A.flatten("F"))
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


C133 = np.asarray(A.ravel(order="F"))
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


C134 = np.asarray(A.reshape(3, 2, order="F"))
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


C135 = np.asarray(np.reshape(A, (3, 2), order="F"))
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


C136 = np.asarray(np.linspace(-1.5, 3, 4, dtype=int))
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


C144 = np.asarray(np.max(X))
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


C145 = np.asarray(np.min(X))
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


C146 = np.asarray(np.argmin(X))
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


C147 = np.asarray(np.maximum(X, 0))
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


C148 = np.asarray(np.exp(I8))
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


C149 = np.asarray(np.rint(V))
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
