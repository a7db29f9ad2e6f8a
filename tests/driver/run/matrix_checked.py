# RUN: kernelc run %s k out=zeros:uint32:32 --device cpu --grid 1 --block 32 --check all --print out
from kernelc import *
from numba import cuda

@kernel
def k(out):
    # Lanes 0 to 7 name rows; what the others name is not read.
    t = threadIdx.x
    tile = shared.array((8, 16), float16)
    tile[t // 4, 2 * (t % 4)] = float16(1)
    tile[t // 4, 2 * (t % 4) + 1] = float16(1)
    syncthreads()
    out[t] = cuda.ldmatrix_x1(tile, (t % 8, 0 if t < 8 else 8))
# CHECK: out: uint32 (32,)
# CHECK:   [1006648320, 1006648320, 1006648320, 1006648320, ..., 1006648320, 1006648320, 1006648320, 1006648320]
# CHECK:   min 1006648320  max 1006648320  mean 1.00664832e+09
