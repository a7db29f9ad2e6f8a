# RUN: kernelc run %s annotated "b=(1, 3, arange:float64:5)" out=zeros:float64:5 --device cpu --grid 1 --block 1 --print out
from typing import NamedTuple

from kernelc import *


class Box(NamedTuple):
    lo: float32
    hi: float32
    data: float64[:]


@kernel
def annotated(b: Box, out: float64[:]):
    for i in range(b.data.size):
        out[i] = min(max(b.data[i], float64(b.lo)), float64(b.hi))

# CHECK: out: float64 (5,)
# CHECK:   [1.0, 1.0, 2.0, 3.0, 3.0]
# CHECK:   min 1.0  max 3.0  mean 2
