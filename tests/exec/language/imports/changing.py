"""Files that are changed in ways that do not say what."""
import importlib
from importlib import import_module as load

import changed
import high
import low
from numba import cuda

setattr(changed, "".join(["Q"]), 8)
low.__dict__["R"] = 8
try:
    from changed import Q as FROM_ATTRIBUTE
except ImportError:
    FROM_ATTRIBUTE = 1
try:
    from low import R as FROM_DICTIONARY
except AttributeError:
    FROM_DICTIONARY = 1
except ImportError:
    FROM_DICTIONARY = 2
importlib.import_module("high").N = 9
made = load("low")
made.N = 10


@cuda.jit
def by_attribute(out):
    out[0] = FROM_ATTRIBUTE


@cuda.jit
def by_dictionary(out):
    out[0] = FROM_DICTIONARY


@cuda.jit
def by_call(out):
    out[0] = high.N


@cuda.jit
def by_other_name(out):
    out[0] = low.N
