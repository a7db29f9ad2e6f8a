# RUN: kernelc run %s where out=zeros:int32:40x30 pair='(zeros:int32:40, 1)' --device cpu --print 'out[::39, ::29]' --print 'pair[0][::13]'
# CHECK-ERR: note: chosen: --grid 3,2 (x by `pair[0]`, y by `out`) --block 16,16 (by the occupancy calculator)
# Arrays in tuples, and indices that a device function uses.
from numba import cuda

@cuda.jit(device=True)
def put(out, row, col):
    out[row, col] = 1000 * row + col

@cuda.jit
def where(out, pair):
    i, j = cuda.grid(2)
    if i < pair[0].size:
        pair[0][i] = pair[1]
    if i < out.shape[0] and j < out.shape[1]:
        put(out, i, j)
# CHECK: out[::39, ::29]: int32 (2, 2)
# CHECK:   [[    0,    29],
# CHECK:    [39000, 39029]]
# CHECK: pair[0][::13]: int32 (4,)
# CHECK:   [1, 1, 1, 1]
