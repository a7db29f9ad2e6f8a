"""Places of an array that iterators count, dictionaries merged of others, operators as functions, constants of nature."""
import itertools
import operator
from dataclasses import dataclass, field
from functools import reduce

from numba import cuda
from scipy.constants import Boltzmann, c, h

_column = itertools.count()
MASS = next(_column)
CHARGE = next(_column)
SPIN = next(_column)
COLUMNS = next(_column)

_even = itertools.count(10, 2)
TEN = next(_even)
TWELVE = next(_even)

_place = iter(range(50))


def _next_place() -> int:
    """The next free place."""
    return next(_place)


FIRST = _next_place()
SECOND = _next_place()
THIRD = _next_place()

_letter = iter("abc")
A = next(_letter)

DEFAULTS = {"width": 4, "height": 3}
OPTIONS = {**DEFAULTS, "height": 5, "depth": 2}
MORE = DEFAULTS | {"depth": 7}
DEPTH = MORE["depth"] * 10 + MORE["height"]
VOLUME = OPTIONS["width"] * OPTIONS["height"] * OPTIONS["depth"]

FACTORIAL = reduce(operator.mul, range(1, 6))
LARGER = operator.gt(FACTORIAL, 100)


@dataclass
class Setup:
    steps: int = 6
    weights: list = field(default_factory=lambda: [1, 2, 4])


SETUP = Setup(steps=9)
TOTAL = SETUP.steps + sum(SETUP.weights)

RADIATION = h * c / Boltzmann


@cuda.jit
def counted(out):
    for i in range(out.shape[0]):
        out[i, MASS] = i
        out[i, CHARGE] = i * TEN + TWELVE
        out[i, SPIN] = COLUMNS
        out[i, COLUMNS] = FIRST + SECOND * 10 + THIRD * 100


@cuda.jit
def merged(out):
    out[0] = VOLUME
    out[1] = DEPTH
    out[2] = FACTORIAL
    out[3] = 1 if LARGER else 0
    out[4] = TOTAL


@cuda.jit
def natural(out):
    out[0] = RADIATION
    out[1] = c
    out[2] = 1 if A == "a" else 0
