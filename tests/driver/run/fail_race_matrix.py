# RUN: kernelc run %s k out=zeros:uint32:32 --device cpu --grid 1 --block 32 --check race
# CHECK-STATUS: 3
from kernelc import *
from numba import cuda

@kernel
def k(out):
    t = threadIdx.x
    tile = shared.array(64, float16)
    # CHECK-ERR: fail_race_matrix.py:[[@LINE+4]]:5: error: element 1 of `tile` is used by two threads with no barrier in between, and one of them writes; the other use is in line 17 [DataRace]
    # CHECK-ERR:     tile[t] = float16(t)
    # CHECK-ERR:     ^~~~~~~
    # CHECK-ERR: note: in kernel `k`, block (0, 0, 0), thread (1, 0, 0)
    tile[t] = float16(t)
    tile[t + 32] = float16(t)
    # No barrier. Lanes 0 to 7 read what others wrote.
    out[t] = cuda.ldmatrix_x1(tile, 8 * (t % 8))
