# RUN: kernelc run %s where out=zeros:int32:600 width=30 --device cpu --print 'out[::299]'
# CHECK-ERR: note: chosen: --grid 2,2 (x by `out`, y by `out`) --block 16,16 (by the occupancy calculator)
# One dimension in memory, two in the grid: 20 rows of 30.
from numba import cuda

@cuda.jit
def where(out, width):
    col, row = cuda.grid(2)
    if col < width and row * width + col < out.size:
        out[row * width + col] = 1000 * row + col
# CHECK: out[::299]: int32 (3,)
# CHECK:   [0, 9029, 19028]
