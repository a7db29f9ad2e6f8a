"""Imports that fail, that are changed, and that are calls."""
import importlib
from importlib import import_module

import changed
import high as settings
from low import N as COUNT
from numba import cuda

COUNT += 9

# A name that a file lacks is an ImportError, and what was imported before it stays.
try:
    from high import N, M
except ImportError:
    from low import N
try:
    from high import N as A, M
except ImportError:
    pass

# The module may be there: which of the two replaces it is not known.
from high import N as EARLIER

try:
    from nonexistent_module import N as EARLIER
except ImportError:
    from low import N as EARLIER

try:
    import high as chosen
    chosen.M
except AttributeError:
    import low as chosen
try:
    WIDTH = settings.WIDTH
except:
    WIDTH = 8
try:
    HEIGHT = settings.N
except AttributeError:
    HEIGHT = 9

# A file that cannot be imported.
try:
    import absent as present
except ImportError:
    import low as present
try:
    from absent import N as ABSENT
except ImportError:
    ABSENT = 1

# What the handler does not catch, and modules that make names as they are asked for.
try:
    import lazy
    DEPTH = lazy.DEPTH
except AttributeError:
    DEPTH = 4

called = importlib.import_module("low")
again = __import__("high")
also = import_module("changed")
also.K = 20
FROM_CALL = getattr(called, "N")


@cuda.jit
def added(out):
    out[0] = COUNT


@cuda.jit
def missing_name(out):
    out[0] = N


@cuda.jit
def earlier(out):
    out[0] = EARLIER


@cuda.jit
def missing_attribute(out):
    out[0] = chosen.N
    out[1] = WIDTH
    out[2] = HEIGHT


@cuda.jit
def cannot_be_imported(out):
    out[0] = present.N
    out[1] = ABSENT


@cuda.jit
def by_call(out):
    out[0] = called.N
    out[1] = again.N
    out[2] = FROM_CALL


@cuda.jit
def before_the_failure(out):
    out[0] = A


@cuda.jit
def made_on_demand(out):
    out[0] = DEPTH


@cuda.jit
def changed_by_call(out):
    out[0] = also.K


@cuda.jit
def changed_under_another_name(out):
    out[0] = changed.K
