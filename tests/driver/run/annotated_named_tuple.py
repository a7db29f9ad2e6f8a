# RUN: kernelc run %s k "p=Point(1, y=2.5)" out=zeros:float64:1 --device cpu --print out
# CHECK-ERR: note: chosen: --grid 1 (one block is all that is asked for) --block 1 (all threads do the same)
from collections import namedtuple

import numba
from numba import cuda

Point = namedtuple("Point", "x y")


# In a file of Numba annotations are hints, so that they take nothing from the argument's type.
@cuda.jit
def k(p: numba.types.UniTuple(numba.float64, 2), out: numba.float64[:]):
    out[0] = p.x + p.y
# CHECK: out: float64 (1,)
# CHECK:   [3.5]
# CHECK:   min 3.5  max 3.5  mean 3.5
