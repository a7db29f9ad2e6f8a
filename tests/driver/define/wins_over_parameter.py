# RUN: kernelc run %s four out=zeros:int64:2 --device cpu --grid 1 --block 1 --print out
# RUN: kernelc run %s four out=zeros:int64:2 --device cpu --grid 1 --block 1 --print out --define tile=8
# RUN: kernelc run %s open_one.k out=zeros:int64:2 --device cpu --grid 1 --block 1 --print out --define tile=3
from numba import cuda


def make(tile):
    area = tile * tile

    @cuda.jit
    def k(out):
        out[0] = tile
        out[1] = area

    return k


four = make(4)


def open_one(tile, n):
    @cuda.jit
    def k(out):
        out[0] = tile
        out[1] = -tile

    return k
# CHECK: out: int64 (2,)
# CHECK:   [4, 16]
# CHECK:   min 4  max 16  mean 10
# CHECK: out: int64 (2,)
# CHECK:   [8, 64]
# CHECK:   min 8  max 64  mean 36
# CHECK: out: int64 (2,)
# CHECK:   [3, -3]
# CHECK:   min -3  max 3  mean 0
