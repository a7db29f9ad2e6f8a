# RUN: kernelc run %s sums data=ones:float32:1000 out=zeros:float32:8 --device cpu --print 'out[:]'
# CHECK-ERR: note: chosen: --grid 8 (x by `data`) --block 128 (as `part` asks)
# The block is that of the shared array, whatever the occupancy calculator says.
from numba import cuda, float32

TPB = 128

@cuda.jit
def sums(data, out):
    part = cuda.shared.array(TPB, float32)
    t = cuda.threadIdx.x
    i = cuda.grid(1)
    part[t] = data[i] if i < data.size else 0
    cuda.syncthreads()
    if t == 0:
        total = float32(0)
        for k in range(TPB):
            total += part[k]
        out[cuda.blockIdx.x] = total
# CHECK: out[:]: float32 (8,)
# CHECK:   [128.0, 128.0, 128.0, 128.0, 128.0, 128.0, 128.0, 104.0]
