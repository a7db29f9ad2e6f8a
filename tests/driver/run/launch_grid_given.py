# RUN: kernelc run %s where out=zeros:int32:1500 --grid 2 --device cpu --print 'out[::1499]'
# CHECK-ERR: note: chosen: --block 750 (x by `out`)
# Two blocks must have 750 threads each.
from numba import cuda

@cuda.jit
def where(out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = i + 1
# CHECK: out[::1499]: int32 (2,)
# CHECK:   [1, 1500]
