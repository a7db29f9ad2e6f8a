# Constants that the library computes from attributes of classes and modules, functions of the program, and NumPy's numbers.
# RUN: kernelc run %s k out=zeros:int64:7 --device cpu --grid 1 --block 1 --print out
import functools

import numpy as np
from numba import cuda, float32


class Tile:
    SHAPE = (2, 3)


def both(n):
    return (n, n + 1)


def times(a, b):
    return a * b


N = np.int32(4)
OFFSETS = np.arange(6).reshape(2, 3)
# Wider than the integers of the machine.
WIDE = 2**65 + 32


@cuda.jit
def k(out):
    a = cuda.shared.array(N * 2, float32)
    b = cuda.shared.array(np.prod(Tile.SHAPE), float32)
    c = cuda.shared.array(int(np.prod(both(3))), float32)
    d = cuda.shared.array(-(-N), float32)
    e = cuda.local.array(int(float(WIDE) / 2**60), float32)
    f = cuda.local.array(len("%d" % WIDE), float32)
    out[0] = a.size
    out[1] = b.size
    out[2] = c.size
    out[3] = d.size
    out[4] = OFFSETS.T[2][1]
    out[5] = e.size
    out[6] = f.size
# CHECK: out: int64 (7,)
# CHECK:   [8, 6, 12, 4, 5, 32, 20]
# CHECK:   min 4  max 32  mean 12.4285714
