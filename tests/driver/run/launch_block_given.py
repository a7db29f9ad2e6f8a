# RUN: kernelc run %s where out=zeros:int32:3x50 --block 4,8 --device cpu --print 'out[::2, ::49]'
# CHECK-ERR: note: chosen: --grid 1,7 (x by `out`, y by `out`)
from numba import cuda

@cuda.jit
def where(out):
    x, y = cuda.grid(2)
    if x < out.shape[0] and y < out.shape[1]:
        out[x, y] = 100 * x + y
# CHECK: out[::2, ::49]: int32 (2, 2)
# CHECK:   [[  0,  49],
# CHECK:    [200, 249]]
