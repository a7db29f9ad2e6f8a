"""NumPy arrays of a file as constants: every element type, orders, records, sizes beyond constant memory."""
import numpy as np
from numba import cuda, float64, int32

import constants_tables
from constants_tables import CUBE, SQUARES

GAMMA = (255 * (np.arange(256) / 255) ** 0.5).astype(np.float32)
# More than the 64 KiB of constant memory.
LARGE = np.arange(40000, dtype=np.float64) * 0.5
# All of it.
WHOLE = np.arange(16384, dtype=np.int32) * 3
FLAGS = np.array([True, False, False, True, True])
ROOTS = np.array([[1 + 1j, 2 - 3j], [-4j, 5 + 0.5j]])
SINGLES = ROOTS.astype(np.complex64)
HALVES = np.array([1.0, 0.333, -65504.0, 6e-8], dtype=np.float16)
SMALL = np.array([-128, 127, -1], dtype=np.int8)
WIDE = np.array([2**64 - 1, 2**63, 1], dtype=np.uint64)
SPECIAL = np.array([np.nan, np.inf, -np.inf, -0.0])
FORTRAN = np.asfortranarray(np.arange(12, dtype=np.float32).reshape(3, 4))
TURNED = np.arange(24).reshape(2, 3, 4).T
ORDERED = np.array([[1, 2, 3], [4, 5, 6]], dtype=np.int32, order="F")
EMPTY = np.zeros((0,), dtype=np.float32)
NO_ROWS = np.zeros((0, 3))
NOTHING = np.zeros((3, 5, 2))
FULL = np.full((4, 4), 7, dtype=np.uint16)
particle = np.dtype([("x", np.float64), ("n", np.int32, (2,)), ("ok", "?")], align=True)
packed = np.dtype([("t", np.int8), ("v", np.float32), ("w", np.int64)])
PARTICLES = np.array([(1.5, (1, 2), True), (2.5, (3, 4), False), (-4.0, (5, 6), True)], dtype=particle)
PACKED = np.array([(1, 2.5, 3), (-4, -5.25, 2**40)], dtype=packed)
CLEARED = np.zeros(3, dtype=packed)
POINTS = np.array([(1.0, 2, (3, 4)), (5.5, 6, (7, 8))], dtype=[("x", float), ("n", int), ("c", np.int8, 2)])
NO_POINTS = np.array([], dtype=[("x", float), ("n", "i4")])
WEIGHTS = tuple(1.0 / (i + 2) for i in range(50))
COEFFICIENTS = np.array([1.0, -2.0, 0.5, 4.0])
SQUARE = COEFFICIENTS.reshape(2, 2)


@cuda.jit
def gamma(image, out):
    i, j = cuda.grid(2)
    if i < out.shape[0] and j < out.shape[1]:
        out[i, j] = GAMMA[image[i, j]]


@cuda.jit
def large(places, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = LARGE[places[i]] + LARGE[-1 - i] + LARGE.size


@cuda.jit
def whole(places, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = WHOLE[places[i]]


@cuda.jit
def element_types(out, wide):
    i = cuda.grid(1)
    if i < out.shape[0]:
        out[i, 0] = 1.0 if FLAGS[i % 5] else -1.0
        out[i, 1] = ROOTS[i % 2, i % 3 % 2].real
        out[i, 2] = SINGLES[i % 2, 1].imag
        out[i, 3] = SMALL[i % 3]
        out[i, 4] = FULL[i % 4, 2]
        out[i, 5] = NOTHING[i % 3, i % 5, 1]
        out[i, 6] = SPECIAL[i % 4]
        wide[i] = WIDE[i % 3]


@cuda.jit
def halves(out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = HALVES[i]


@cuda.jit(device=True)
def trace(matrix, n):
    total = 0.0
    for i in range(n):
        total += matrix[i, i]
    return total


@cuda.jit
def orders(out):
    i = cuda.grid(1)
    if i < 3:
        for j in range(4):
            out[i, j] = FORTRAN[i, j] + FORTRAN.T[j, i]
        out[i, 4] = trace(FORTRAN, 3) + trace(SQUARE, 2)
        out[i, 5] = TURNED[i, i % 3, i % 2] * 100 + TURNED.shape[0]
        out[i, 6] = ORDERED[i % 2, i] + ORDERED[:, 1][i % 2] * 10
        out[i, 7] = CUBE[i % 2, i, 3] + constants_tables.CUBE[1][i % 2, 1]


@cuda.jit
def nothing(out):
    i = cuda.grid(1)
    if i == 0:
        out[0] = EMPTY.size + EMPTY.shape[0] + NO_ROWS.shape[1]
        for value in EMPTY:
            out[0] += value + 100


@cuda.jit
def records(out):
    i = cuda.grid(1)
    if i < 3:
        p = PARTICLES[i]
        out[i, 0] = p.x + PARTICLES[i].n[1] + p["n"][0] * 10
        out[i, 1] = 1.0 if p.ok else 0.0
        out[i, 2] = PACKED[i % 2].t + PACKED[i % 2].v + PACKED["w"][i % 2]
        out[i, 3] = CLEARED[i].v + CLEARED.size


@cuda.jit
def copy_in(out):
    table = cuda.const.array_like(COEFFICIENTS)
    shared = cuda.shared.array(4, float64)
    t = cuda.threadIdx.x
    if t < 4:
        shared[t] = table[t] * 2
    cuda.syncthreads()
    i = cuda.grid(1)
    if i < out.size:
        out[i] = shared[i % 4] + cuda.const.array_like(ROOTS)[i % 2, 0].imag


@cuda.jit
def copy_records(out, places):
    own = cuda.const.array_like(PACKED)
    i = cuda.grid(1)
    if i < out.size:
        out[i] = own[places[i]].w


@cuda.jit
def chosen(a, out):
    i = cuda.grid(1)
    if i < out.size:
        table = COEFFICIENTS
        if i % 2 == 1:
            table = a
        out[i] = table[i % 4] + WEIGHTS[i % 50] + WEIGHTS[-(i % 7) - 1]


@cuda.jit
def slices(out):
    i = cuda.grid(1)
    if i < out.size:
        part = SQUARES[i:i + 4]
        total = 0
        for value in part:
            total += value
        out[i] = total + constants_tables.SQUARES[::-1][i] + COEFFICIENTS[1:][::2].size


@cuda.jit
def convolved(a, out):
    local = cuda.local.array(4, int32)
    i = cuda.grid(1)
    for k in range(4):
        local[k] = SQUARES[k]
    if i < out.size:
        total = 0.0
        for k in range(COEFFICIENTS.size):
            total += a[i + k] * COEFFICIENTS[k] + local[k]
        out[i] = total


@cuda.jit
def fields_in_place(out):
    points = cuda.const.array_like(POINTS)
    none = cuda.const.array_like(NO_POINTS)
    i = cuda.grid(1)
    if i < out.size:
        out[i] = points[i].x * points[i].n + points[i].c[1] * 100 + len(none)
