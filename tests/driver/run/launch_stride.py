# RUN: kernelc run %s partial a=ones:float32:5000 out=zeros:float32:3 --device cpu --print 'out[:]'
# CHECK-ERR: note: chosen: --grid 3 (x by `a`, as many blocks as `out` has elements for) --block 64 (as `part` asks)
# A loop over all elements: as many blocks as the results have elements for.
from numba import cuda, float32

TPB = 64

@cuda.jit
def partial(a, out):
    part = cuda.shared.array(TPB, float32)
    t = cuda.threadIdx.x
    total = float32(0)
    i = cuda.grid(1)
    while i < a.size:
        total += a[i]
        i += cuda.gridsize(1)
    part[t] = total
    cuda.syncthreads()
    if t == 0:
        for k in range(1, TPB):
            total += part[k]
        out[cuda.blockIdx.x] = total
# CHECK: out[:]: float32 (3,)
# CHECK:   [1672.0, 1664.0, 1664.0]
