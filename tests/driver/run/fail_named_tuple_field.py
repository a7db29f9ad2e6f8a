# RUN: kernelc run %s k "p=Point(1, z=2)" out=zeros:float64:4 --device cpu
# CHECK-STATUS: 2
# CHECK-ERR: error: argument `p`: `Point` has the fields x, y: `z=2` is none of them, or given twice
from collections import namedtuple

from numba import cuda

Point = namedtuple("Point", "x y")


@cuda.jit
def k(p, out):
    out[0] = p.x

