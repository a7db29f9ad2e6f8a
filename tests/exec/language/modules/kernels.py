"""What kernels see of their file and of others: imports, constants, arrays, enumerations, named tuples, strings."""
import functools
from collections import namedtuple
from enum import Enum
from typing import NamedTuple

import numpy as np
from numba import cuda, float32
from numba import float64 as f8

import modules_helpers
import modules_helpers as mh
from modules_helpers import Config, blend as mix
from modules_helpers import Mode

try:
    import a_module_that_is_not_there as missing
except ImportError:
    missing = None

FAST = functools.partial(cuda.jit, fastmath=False)
KERNEL = np.array([[1, 2, 1], [2, 4, 2], [1, 2, 1]], dtype=np.float32) / 16
TABLE = (np.arange(16) * 7 % 11).astype(np.int32)
GAUSS = np.exp(-0.5 * np.linspace(-2, 2, 5) ** 2)
GRID = np.arange(12).reshape(3, 4).T
ONES = np.ones((2, 3), dtype=np.int8)
PHASES = np.array([1 + 2j, 3 - 1j, -2j], dtype=np.complex64)
PRIMES = (2, 3, 5, 7, 11, 13, 17, 19)
EDGES = [0.5, 1.5, 2.5, 3.5, 4.5, 5.5]
SIZES = {"small": 4, "large": 9}
EPS = np.finfo(np.float32).eps
TOP = np.iinfo(np.int16).max
if len(PRIMES) > 4:
    WIDTH = 5
else:
    WIDTH = 50
ROWS, COLUMNS = GRID.shape


class Color(Enum):
    RED = 1
    GREEN = 2
    BLUE = 4


class Vector(NamedTuple):
    x: float
    y: float
    z: float = 1.0


Pair = namedtuple("Pair", "first second")
ORIGIN = Pair(2.0, -1.0)


@FAST()
def imports(out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = (modules_helpers.LIMIT + mh.Config.HALF + Config.SCALE + mix(float(i), 3.0)
                  + mh.clamp(i, 2, 5) + mh.WEIGHTS[2])


@cuda.jit
def smooth(a, out):
    i, j = cuda.grid(2)
    if 0 < i < a.shape[0] - 1 and 0 < j < a.shape[1] - 1:
        total = 0.0
        for u in range(3):
            for v in range(3):
                total += KERNEL[u, v] * a[i + u - 1, j + v - 1]
        out[i, j] = total


@cuda.jit
def tables(index, out):
    constant = cuda.const.array_like(TABLE)
    i = cuda.grid(1)
    if i < index.size:
        k = index[i]
        out[i, 0] = TABLE[k]
        out[i, 1] = constant[-1 - k] * GAUSS[k % 5]
        out[i, 2] = GRID[k % 4, k % 3] + ONES[k % 2, 1]
        out[i, 3] = PHASES[k % 3].real - PHASES[k % 3].imag
        out[i, 4] = PRIMES[k % 8]
        out[i, 5] = GRID.shape[0] + GRID.ndim + GRID.size + len(TABLE) + ROWS * COLUMNS


@cuda.jit
def constants(out):
    out[0] = SIZES_SMALL
    out[1] = EPS
    out[2] = TOP
    out[3] = WIDTH


# The module may be there.
@cuda.jit
def optional(out):
    out[0] = 1.0 if missing is None else 2.0


SIZES_SMALL = SIZES["small"]


@cuda.jit
def enumerations(codes, out):
    i = cuda.grid(1)
    if i < codes.size:
        if codes[i] == Mode.ADD:
            out[i] = i + Color.RED.value
        elif codes[i] == Mode.MULTIPLY:
            out[i] = i * Color.BLUE.value
        elif codes[i] == mh.Mode.POWER:
            out[i] = i ** 2
        else:
            out[i] = -1


@cuda.jit(device=True)
def cross(a, b):
    return Vector(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)


@cuda.jit
def named_tuples(a, out):
    i = cuda.grid(1)
    if i < a.shape[0]:
        v = Vector(a[i, 0], a[i, 1], a[i, 2])
        w = cross(v, Vector(ORIGIN.first, ORIGIN.second, 1.0))
        out[i, 0] = w.x
        out[i, 1] = w.y
        out[i, 2] = w[2]
        p = Pair(first=w.x, second=v)
        out[i, 3] = p.first + p.second.z


@cuda.jit(device=True)
def apply(kind, x):
    if kind == "square":
        return x * x
    if kind in ("half", "halve"):
        return x / 2
    return x


@cuda.jit
def strings(a, out):
    i = cuda.grid(1)
    if i < a.size:
        out[i] = apply("square", a[i]) + apply("halve", a[i]) + apply("other", a[i])


def make_power(n, scale=1.0):
    factor = scale * n

    @cuda.jit
    def power(a):
        i = cuda.grid(1)
        if i < a.size:
            total = f8(0)
            for _ in range(n):
                total += a[i]
            a[i] = total * factor

    return power


times2 = make_power(2)
times3 = make_power(3, scale=0.5)


def plain(a):
    i = cuda.grid(1)
    if i < a.size:
        a[i] = -a[i]


negated = cuda.jit((float32[:],))(plain)
