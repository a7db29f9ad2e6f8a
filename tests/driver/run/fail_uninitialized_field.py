# RUN: kernelc run %s k out=zeros:float64:32 --device cpu --grid 1 --block 32 --check init
# CHECK-STATUS: 3
import numpy as np
from numba import cuda

particle = np.dtype([("kind", np.int8), ("v", np.int16, (3,))], align=True)

@cuda.jit
def k(out):
    tile = cuda.shared.array(32, particle)
    t = cuda.threadIdx.x
    if t != 9:
        tile[t].kind = t
    cuda.syncthreads()
    # CHECK-ERR: fail_uninitialized_field.py:[[@LINE+4]]:14: error: element 9 of `tile` is read before anything is stored there [UninitializedRead]
    # CHECK-ERR:     out[t] = tile[31 - t].kind
    # CHECK-ERR:              ^~~~~~~~~~~~
    # CHECK-ERR: note: in kernel `k`, block (0, 0, 0), thread (22, 0, 0)
    out[t] = tile[31 - t].kind
