# RUN: kernelc run %s where out=zeros:int32:40x30 --device cpu --print 'out[::39, ::29]'
# CHECK-ERR: note: chosen: --grid 5 (x by `out`) --block 256 (by the occupancy calculator)
# One dimension in the grid, two in memory.
from numba import cuda

@cuda.jit
def where(out):
    i = cuda.grid(1)
    row = i // out.shape[1]
    col = i % out.shape[1]
    if row < out.shape[0]:
        out[row, col] = 1000 * row + col
# CHECK: out[::39, ::29]: int32 (2, 2)
# CHECK:   [[    0,    29],
# CHECK:    [39000, 39029]]
