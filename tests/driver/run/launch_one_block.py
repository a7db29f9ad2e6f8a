# RUN: kernelc run %s reverse a=arange:int32:10 --device cpu --print 'a[:]'
# CHECK-ERR: note: chosen: --grid 1 (one block is all that is asked for) --block 10 (as `a` asks)
from numba import cuda, int32

@cuda.jit
def reverse(a):
    i = cuda.threadIdx.x
    value = a[i]
    cuda.syncthreads()
    a[a.size - 1 - i] = value
# CHECK: a[:]: int32 (10,)
# CHECK:   [9, 8, 7, 6, 5, 4, 3, 2, 1, 0]
