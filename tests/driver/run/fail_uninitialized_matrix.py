# RUN: kernelc run %s k out=zeros:uint32:32 --device cpu --grid 1 --block 32 --check init
# CHECK-STATUS: 3
from kernelc import *
from numba import cuda

@kernel
def k(out):
    t = threadIdx.x
    tile = shared.array((8, 16), float16)
    # Row 7 has no element 7.
    if t < 31:
        tile[t // 4, 2 * (t % 4)] = float16(t)
        tile[t // 4, 2 * (t % 4) + 1] = float16(t)
    else:
        tile[7, 6] = float16(t)
    syncthreads()
    # CHECK-ERR: fail_uninitialized_matrix.py:[[@LINE+4]]:14: error: element 119 of `tile` is read before anything is stored there [UninitializedRead]
    # CHECK-ERR:     out[t] = cuda.ldmatrix_x1(tile, (-8 + t % 8, 0))
    # CHECK-ERR:              ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
    # CHECK-ERR: note: in kernel `k`, block (0, 0, 0), thread (7, 0, 0)
    out[t] = cuda.ldmatrix_x1(tile, (-8 + t % 8, 0))
