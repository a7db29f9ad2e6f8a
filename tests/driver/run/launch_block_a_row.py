# RUN: kernelc run %s rows a=ones:float32:37x1000 out=zeros:float32:37 --device cpu --print 'out[:]'
# CHECK-ERR: note: chosen: --grid 37 (x by `a`) --block 256 (by the occupancy calculator)
# A block for each row, and threads that loop over it.
from numba import cuda

@cuda.jit
def rows(a, out):
    row = cuda.blockIdx.x
    for j in range(cuda.threadIdx.x, a.shape[1], cuda.blockDim.x):
        cuda.atomic.add(out, row, a[row, j])
# CHECK: out[:]: float32 (37,)
# CHECK:   [1000.0, 1000.0, 1000.0, 1000.0, 1000.0, 1000.0, 1000.0, 1000.0, 1000.0, 1000.0, 1000.0, 1000.0, 1000.0, 1000.0, 1000.0, 1000.0, 1000.0, 1000.0, 1000.0, 1000.0, 1000.0, 1000.0, 1000.0, 1000.0, 1000.0, 1000.0, 1000.0, 1000.0, 1000.0, 1000.0, 1000.0, 1000.0, 1000.0, 1000.0, 1000.0, 1000.0, 1000.0]
