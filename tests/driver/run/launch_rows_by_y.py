# RUN: kernelc run %s where out=zeros:int32:70x300 --device cpu --print 'out[::69, ::299]'
# CHECK-ERR: note: chosen: --grid 19,5 (x by `out`, y by `out`) --block 16,16 (by the occupancy calculator)
# As programs of CUDA C++ have it: x goes along a row.
from numba import cuda

@cuda.jit
def where(out):
    row = cuda.blockIdx.y * cuda.blockDim.y + cuda.threadIdx.y
    col = cuda.blockIdx.x * cuda.blockDim.x + cuda.threadIdx.x
    if row >= out.shape[0] or col >= out.shape[1]:
        return
    out[row, col] = 1000 * row + col
# CHECK: out[::69, ::299]: int32 (2, 2)
# CHECK:   [[    0,   299],
# CHECK:    [69000, 69299]]
