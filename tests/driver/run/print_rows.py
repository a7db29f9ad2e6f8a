# RUN: kernelc run %s fill c=zeros:int32:20x12 cube=zeros:int8:2x3x2 --device cpu --print c --print cube
# CHECK-ERR: note: chosen: --grid 2 (x by `c`, y by `c`) --block 16,16 (by the occupancy calculator)
from numba import cuda

@cuda.jit
def fill(c, cube):
    i, j = cuda.grid(2)
    if i < c.shape[0] and j < c.shape[1]:
        c[i, j] = 100 * i - j
    if i < 2 and j < 3:
        cube[i, j, 1] = 10 * i + j
# CHECK: c: int32 (20, 12)
# CHECK:   [[   0,   -1,   -2,   -3, ...,   -8,   -9,  -10,  -11],
# CHECK:    [ 100,   99,   98,   97, ...,   92,   91,   90,   89],
# CHECK:    [ 200,  199,  198,  197, ...,  192,  191,  190,  189],
# CHECK:    [ 300,  299,  298,  297, ...,  292,  291,  290,  289],
# CHECK:    ...,
# CHECK:    [1600, 1599, 1598, 1597, ..., 1592, 1591, 1590, 1589],
# CHECK:    [1700, 1699, 1698, 1697, ..., 1692, 1691, 1690, 1689],
# CHECK:    [1800, 1799, 1798, 1797, ..., 1792, 1791, 1790, 1789],
# CHECK:    [1900, 1899, 1898, 1897, ..., 1892, 1891, 1890, 1889]]
# CHECK:   min -11  max 1900  mean 944.5
# CHECK: cube: int8 (2, 3, 2)
# CHECK:   [[[ 0,  0],
# CHECK:     [ 0,  1],
# CHECK:     [ 0,  2]],
# CHECK:
# CHECK:    [[ 0, 10],
# CHECK:     [ 0, 11],
# CHECK:     [ 0, 12]]]
# CHECK:   min 0  max 12  mean 3
