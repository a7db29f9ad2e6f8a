# RUN: kernelc run %s count out=zeros:int32:3 n=1000 --device cpu --print 'out[0]'
# CHECK-ERR: note: chosen: --grid 4 (x by a comparison) --block 256 (by the occupancy calculator)
# No array goes with the place in the grid, and a comparison says how far it goes.
from numba import cuda

@cuda.jit
def count(out, n):
    i = cuda.grid(1)
    if i < n:
        cuda.atomic.add(out, 0, 1)
# CHECK: out[0] = 1000 (int32)
