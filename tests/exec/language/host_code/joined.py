"""Arrays of the host that other arrays make, values unpacked with a star, records, and annotations of a kernel."""
import sys
from dataclasses import dataclass
from types import SimpleNamespace

import numpy as np
from numba import cuda


@dataclass(frozen=True)
class Limits:
    low: float
    high: float = 2.5


LIMITS = Limits(-1.5)
WIDE = Limits(-8.0, high=8.0)
SIZES = SimpleNamespace(width=6, depth=3)
REAL = getattr(np, "float64" if sys.version_info >= (3, 8) else "float32")

FIRST, *MIDDLE, LAST = [3, 5, 7, 11]
MIDDLE_ARRAY = np.array(MIDDLE)

LEFT = np.array([4.0, 1.0, 3.0])
RIGHT = np.array([0.5, 2.5])
BOTH = np.concatenate((LEFT, RIGHT))
SORTED = np.sort(BOTH)
STEPS = np.diff(SORTED)
ROLLED = np.roll(BOTH, 2)
CLIPPED = np.clip(BOTH, 1.0, 3.0)
STACKED = np.stack([LEFT, LEFT * 2])
ROWS = np.vstack((LEFT, LEFT + 1))
SIDE = np.hstack([RIGHT, LEFT])
TILES = np.tile(RIGHT, 3)
REPEATED = np.repeat(RIGHT, 3)
FLIPPED = BOTH[::-1]
ROTATION = np.array([[0.0, -1.0], [1.0, 0.0]])
TWICE = ROTATION @ ROTATION
TURNED = ROTATION.dot(RIGHT)
PROJECTED = np.dot(LEFT, LEFT)
LENGTH = np.linalg.norm(RIGHT)
PEAK = int(np.argmax(BOTH))
DIP = int(BOTH.argmin())
FACTORIALS = np.cumprod(np.arange(1, 6))
SHORT = round(2.0 / 3.0, 3)


@cuda.jit
def numbers(out):
    if cuda.grid(1) == 0:
        out[0] = LIMITS.low
        out[1] = LIMITS.high
        out[2] = WIDE.low + WIDE.high * 10
        out[3] = SIZES.width * 10 + SIZES.depth
        out[4] = FIRST * 100 + LAST
        out[5] = MIDDLE_ARRAY[0] * 10 + MIDDLE_ARRAY[1]
        out[6] = PROJECTED
        out[7] = LENGTH
        out[8] = PEAK * 10 + DIP
        out[9] = SHORT


@cuda.jit
def arrays(out):
    i = cuda.grid(1)
    if i < 5:
        out[0, i] = BOTH[i]
        out[1, i] = SORTED[i]
        out[2, i] = STEPS[i % 4]
        out[3, i] = ROLLED[i]
        out[4, i] = CLIPPED[i]
        out[5, i] = STACKED[i % 2, i % 3]
        out[6, i] = ROWS[i % 2, i % 3]
        out[7, i] = SIDE[i]
        out[8, i] = TILES[i]
        out[9, i] = REPEATED[i]
        out[10, i] = FLIPPED[i]
        out[11, i] = TWICE[i % 2, i % 2]
        out[12, i] = TURNED[i % 2]
        out[13, i] = FACTORIALS[i]


# Numba reads no annotations: arrays of other types are as good.
@cuda.jit
def annotated(values: "float32[:]", scale: "int32", out: "float32[:]"):
    i = cuda.grid(1)
    if i < out.size:
        thirds = cuda.local.array(1, REAL)
        thirds[0] = values[i] / 3
        out[i] = thirds[0] * scale
