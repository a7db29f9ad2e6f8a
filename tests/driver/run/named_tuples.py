# RUN: kernelc run %s k "s=Sim(arange:float32:4, dt=HALF, origin=Point(10, y=20))" mode=Mode.SUB n=TILE out=zeros:float64:4 --device cpu --print out --print s --literals numba
# CHECK-ERR: note: chosen: --grid 1 (x by `s[0]`) --block 256 (by the occupancy calculator)
from collections import namedtuple
import enum

import numpy as np
from numba import cuda

Point = namedtuple("Point", "x y")
Sim = namedtuple("Sim", ["pos", "dt", "origin"])
TILE = 16
HALF = np.float32(0.5)


class Mode(enum.IntEnum):
    ADD = 1
    SUB = 2


@cuda.jit
def k(s, mode, n, out):
    i = cuda.grid(1)
    if i < s.pos.size:
        x = s.pos[i] * s.dt + s.origin.x
        out[i] = x - n if mode == Mode.SUB else x + n

# CHECK: out: float64 (4,)
# CHECK:   [-6.0, -5.5, -5.0, -4.5]
# CHECK:   min -6.0  max -4.5  mean -5.25
# CHECK: s[0]: float32 (4,)
# CHECK:   [0.0, 1.0, 2.0, 3.0]
# CHECK:   min 0.0  max 3.0  mean 1.5
# CHECK: s[1] = 0.5 (float32)
# CHECK: s[2][0] = 10 (int64)
# CHECK: s[2][1] = 20 (int64)
