# RUN: kernelc run %s where out=zeros:int32:4x6 --device cpu --grid 2,3 --block 2,2 --print out
from numba import cuda

@cuda.jit
def where(out):
    i, j = cuda.grid(2)
    if i < out.shape[0] and j < out.shape[1]:
        out[i, j] = 10 * i + j
# CHECK: out: int32 (4, 6)
# CHECK:   [[ 0,  1,  2,  3,  4,  5],
# CHECK:    [10, 11, 12, 13, 14, 15],
# CHECK:    [20, 21, 22, 23, 24, 25],
# CHECK:    [30, 31, 32, 33, 34, 35]]
# CHECK:   min 0  max 35  mean 17.5
