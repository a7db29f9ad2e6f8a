# RUN: kernelc run %s add a=arange:float32:10 b=ones:float32:10 c=like:a --device cpu --shared 100000000
# CHECK-ERR: note: chosen: --grid 1 (x by `a`) --block 256 (by the occupancy calculator)
# CHECK-ERR: error: launch on kernel `add` (cpu:0): a block needs 0 bytes of static and 100000000 of dynamic shared memory, the limit is 232448 together
from numba import cuda

@cuda.jit
def add(a, b, c):
    i = cuda.grid(1)
    if i < c.size:
        c[i] = a[i] + b[i]
