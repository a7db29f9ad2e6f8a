# RUN: kernelc run %s reverse a=arange:int32:3x7 --device cpu --print 'a[:, :]'
# CHECK-ERR: note: chosen: --grid 3 (x by `a`) --block 7 (as `a` asks)
# A block for each row and a thread for each element of it, without a comparison that would keep more threads away.
from numba import cuda

@cuda.jit
def reverse(a):
    row = cuda.blockIdx.x
    col = cuda.threadIdx.x
    value = a[row, col]
    cuda.syncthreads()
    a[row, a.shape[1] - 1 - col] = value
# CHECK: a[:, :]: int32 (3, 7)
# CHECK:   [[ 6,  5,  4,  3,  2,  1,  0],
# CHECK:    [13, 12, 11, 10,  9,  8,  7],
# CHECK:    [20, 19, 18, 17, 16, 15, 14]]
