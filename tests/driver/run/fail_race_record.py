# RUN: kernelc run %s k out=zeros:float64:32 --device cpu --grid 1 --block 32 --check race
# CHECK-STATUS: 3
import numpy as np
from numba import cuda

pair = np.dtype([("low", np.int8), ("high", np.float64)], align=True)

@cuda.jit
def k(out):
    tile = cuda.shared.array(32, pair)
    t = cuda.threadIdx.x
    tile[t].low = t
    tile[t].high = t
    cuda.syncthreads()
    # CHECK-ERR: fail_race_record.py:[[@LINE+4]]:5: error: element 1 of `tile` is used by two threads with no barrier in between, and one of them writes; the other use is in line 19 [DataRace]
    # CHECK-ERR:     tile[t] = tile[(t + 1) % 32]
    # CHECK-ERR:     ^~~~~~~
    # CHECK-ERR: note: in kernel `k`, block (0, 0, 0), thread (1, 0, 0)
    tile[t] = tile[(t + 1) % 32]
    cuda.syncthreads()
    out[t] = tile[31 - t].high
