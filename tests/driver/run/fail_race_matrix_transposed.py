# RUN: kernelc run %s k out=zeros:uint32:64 --device cpu --grid 1 --block 64 --check race
# CHECK-STATUS: 3
from kernelc import *
from numba import cuda

@kernel
def k(out):
    t = threadIdx.x
    tile = shared.array((32, 8), float16)
    for column in range(8):
        tile[t % 32, column] = float16(t)
    # Of the block's own warps, not of the lanes of one: rows of the other warp.
    syncwarp()
    # CHECK-ERR: fail_race_matrix_transposed.py:[[@LINE+4]]:12: error: element 0 of `tile` is used by two threads with no barrier in between, and one of them writes; the other use is in line 11 [DataRace]
    # CHECK-ERR:     pair = cuda.ldmatrix_x4_trans(tile, (t % 32, 0))
    # CHECK-ERR:            ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
    # CHECK-ERR: note: in kernel `k`, block (0, 0, 0), thread (0, 0, 0)
    pair = cuda.ldmatrix_x4_trans(tile, (t % 32, 0))
    out[t] = pair.x
