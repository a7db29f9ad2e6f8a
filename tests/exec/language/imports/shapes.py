"""Its functions of the host hand modules on, and nobody here calls them."""
import math

import low
import tables
from numba import cuda


def measure(thing):
    found = thing.changed(math, low)
    found.append(3)
    return found


def replace():
    global tables
    import low as tables


@cuda.jit(device=True)
def size(x):
    return math.sqrt(x) + low.N


@cuda.jit(device=True)
def entry():
    return tables.N
