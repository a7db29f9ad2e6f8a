# RUN: kernelc run %s where out=zeros:int32:3x5 --device cpu --print 'out[:, :]'
# CHECK-ERR: note: chosen: --grid 1 (x by `out`, y by `out`) --block 16,16 (by the occupancy calculator)
from numba import cuda

@cuda.jit
def where(out):
    x, y = cuda.grid(2)
    if x < out.shape[0] and y < out.shape[1]:
        out[x, y] = 10 * x + y
# CHECK: out[:, :]: int32 (3, 5)
# CHECK:   [[ 0,  1,  2,  3,  4],
# CHECK:    [10, 11, 12, 13, 14],
# CHECK:    [20, 21, 22, 23, 24]]
