# RUN: kernelc run --device cpu --grid 2,3 --block 2,2 --check all %s where out=zeros:int32:2x2 --print out
# RUN: kernelc run --device cpu %s where --block 2,2 --grid 1 out=zeros:int32:4x6 --print out
from numba import cuda

@cuda.jit
def where(out):
    i, j = cuda.grid(2)
    if i < out.shape[0] and j < out.shape[1]:
        out[i, j] = 10 * i + j
# CHECK: out: int32 (2, 2)
# CHECK:   [[ 0,  1],
# CHECK:    [10, 11]]
# CHECK:   min 0  max 11  mean 5.5
# CHECK: out: int32 (4, 6)
# CHECK:   [[ 0,  1,  0,  0,  0,  0],
# CHECK:    [10, 11,  0,  0,  0,  0],
# CHECK:    [ 0,  0,  0,  0,  0,  0],
# CHECK:    [ 0,  0,  0,  0,  0,  0]]
# CHECK:   min 0  max 11  mean 0.916666667
