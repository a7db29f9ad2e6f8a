# RUN: kernelc run %s blur a=arange:int64:1000 out=like:a --device cpu --print 'out[126:131]'
# CHECK-ERR: note: chosen: --grid 8 (x by `a`) --block 128 (as `tile` asks)
# A shared array with a rim: 128 threads, not 129.
from numba import cuda, int64

TPB = 128

@cuda.jit
def blur(a, out):
    tile = cuda.shared.array(TPB + 2, int64)
    t = cuda.threadIdx.x
    i = cuda.grid(1)
    tile[t + 1] = a[i] if i < a.size else 0
    if t == 0:
        tile[0] = a[i - 1] if i > 0 else 0
    if t == TPB - 1:
        tile[TPB + 1] = a[i + 1] if i + 1 < a.size else 0
    cuda.syncthreads()
    if i < a.size:
        out[i] = tile[t] + tile[t + 1] + tile[t + 2]
# CHECK: out[126:131]: int64 (5,)
# CHECK:   [378, 381, 384, 387, 390]
