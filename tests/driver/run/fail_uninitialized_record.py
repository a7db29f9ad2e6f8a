# RUN: kernelc run %s k out=zeros:float64:32 --device cpu --grid 1 --block 32 --check init
# CHECK-STATUS: 3
import numpy as np
from numba import cuda

particle = np.dtype([("kind", np.int8), ("v", np.int16, (3,))], align=True)

@cuda.jit
def k(out):
    tile = cuda.shared.array(32, particle)
    other = cuda.shared.array(32, particle)
    t = cuda.threadIdx.x
    tile[t].kind = t
    for i in range(2 if t == 7 else 3):
        tile[t].v[i] = i
    cuda.syncthreads()
    # CHECK-ERR: fail_uninitialized_record.py:[[@LINE+4]]:16: error: element 7 of `tile` is read before anything is stored there [UninitializedRead]
    # CHECK-ERR:     other[t] = tile[(t + 1) % 32]
    # CHECK-ERR:                ^~~~~~~~~~~~~~~~~~
    # CHECK-ERR: note: in kernel `k`, block (0, 0, 0), thread (6, 0, 0)
    other[t] = tile[(t + 1) % 32]
    cuda.syncthreads()
    out[t] = other[31 - t].kind
