# RUN: kernelc run %s k out=zeros:float64:4 --device cpu --grid 1 --block 1 --print out
# Ways of programs for two Pythons to have `range` under one name.
import builtins
import sys

from builtins import range as counted
from numba import cuda

try:
    range = xrange
except NameError:
    pass

if sys.version_info[0] < 3:
    range = xrange

try:
    xrange
except NameError:
    xrange = range

try:
    from six.moves import zip
except ImportError:
    pass

builtins.range = range


@cuda.jit
def k(out):
    for i in range(3):
        out[0] += i
    for i in xrange(3):
        out[1] += i
    for i in counted(4):
        out[2] += i
    for i, j in zip((1, 2), (3, 4)):
        out[3] += i * j


# CHECK: out: float64 (4,)
# CHECK:   [3.0, 3.0, 6.0, 11.0]
# CHECK:   min 3.0  max 11.0  mean 5.75
