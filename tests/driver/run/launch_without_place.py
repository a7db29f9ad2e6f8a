# RUN: kernelc run %s count out=zeros:int32:3 --device cpu --print 'out[:]'
# CHECK-ERR: note: chosen: --grid 1 (one block is all that is asked for) --block 1 (all threads do the same)
# All threads do the same: there is one.
from numba import cuda

@cuda.jit
def count(out):
    cuda.atomic.add(out, 0, 1)
# CHECK: out[:]: int32 (3,)
# CHECK:   [1, 0, 0]
