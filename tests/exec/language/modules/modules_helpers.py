"""A module that modules.py imports."""
import enum
import math

from numba import cuda

LIMIT = 3
LIMIT = LIMIT * 2
LIMIT += 1
WEIGHTS = tuple(1.0 / (i + 1) for i in range(6))


class Config:
    BLOCK = 16
    HALF = BLOCK // 2
    SCALE = math.sqrt(2.0)


class Mode(enum.IntEnum):
    ADD = 1
    MULTIPLY = 2
    POWER = enum.auto()


@cuda.jit(device=True)
def blend(a, b, t=0.25):
    return a * (1 - t) + b * t


def clamp(x, low, high):
    return min(max(x, low), high)
