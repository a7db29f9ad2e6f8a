"""Cases of `match` by type, and members of enumerations that are chosen at run time."""
from collections import namedtuple
import enum

from numba import cuda

Point = namedtuple("Point", "x y")
Circle = namedtuple("Circle", ["center", "radius"])


class Color(enum.Enum):
    RED = 3
    BLUE = 5


class Level(enum.IntEnum):
    LOW = 1
    HIGH = 7


class Weight(enum.Enum):
    LIGHT = 1.5
    HEAVY = 2.5


@cuda.jit(device=True)
def kind_of(value):
    match value:
        case bool():
            return 1
        case int(0):
            return 2
        case int(n) if n < 0:
            return 3
        case int():
            return 4
        case float(f):
            return 100 + f
        case complex(real=r):
            return r
        case None:
            return 5
        case str():
            return 6
        case (a, b):
            return 7 + a + b
        case Point(x=0, y=other):
            return 10 + other
        case tuple():
            return 8
    return -1


@cuda.jit
def kinds(numbers, out):
    i = cuda.threadIdx.x
    out[i, 0] = kind_of(numbers[i])
    out[i, 1] = kind_of(numbers[i] * 0.5)
    out[i, 2] = kind_of(numbers[i] > 0)
    out[i, 3] = kind_of(1j * numbers[i])
    out[i, 4] = kind_of(None)
    out[i, 5] = kind_of("text")
    out[i, 6] = kind_of((1, 2.5))
    out[i, 7] = kind_of((1, 2, 3))
    out[i, 8] = kind_of(numbers)


@cuda.jit(device=True)
def area(shape):
    match shape:
        case Point():
            return 0.0
        case Circle(Point(0, 0), radius):
            return 3.0 * radius
        case Circle(Point(x, 0) as p, radius) if x < 3:
            return p.x + p.y + radius
        case Circle(Point(x, y), r):
            return x * y - r


@cuda.jit
def shapes(a, out):
    i = cuda.threadIdx.x
    out[i, 0] = area(Point(a[i], 1.0))
    out[i, 1] = area(Circle(Point(a[i], 0.0), 2.0))
    out[i, 2] = area(Circle(Point(0.0, a[i]), 5.0))
    out[i, 3] = area(Circle(radius=a[i], center=Point(y=2.0, x=a[i])))


@cuda.jit
def enums(x, out):
    i = cuda.threadIdx.x
    color = Color.RED if x[i] > 0 else Color.BLUE
    level = Level.LOW if x[i] > 0 else Level.HIGH
    weight = Weight.LIGHT
    if x[i] > 1:
        weight = Weight.HEAVY
    out[i, 0] = 1 if color == Color.RED else 2
    out[i, 1] = 1 if color is Color.BLUE else 2
    out[i, 2] = color.value
    out[i, 3] = level + 1
    out[i, 4] = 1 if level == Level.HIGH else 2
    out[i, 5] = level.value * 2
    out[i, 6] = weight.value * 2
    out[i, 7] = 1 if weight != Weight.LIGHT else 2
    out[i, 8] = 1 if color in (Color.RED, Color.BLUE) else 2
