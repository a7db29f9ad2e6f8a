# RUN: kernelc run %s add a=arange:float32:10 b=ones:float32:10 c=like:a --device cpu --print c --print a
# CHECK-ERR: note: chosen: --grid 1 (x by `a`) --block 256 (by the occupancy calculator)
from numba import cuda

@cuda.jit
def add(a, b, c):
    i = cuda.grid(1)
    if i < c.size:
        c[i] = a[i] + b[i]
# CHECK: c: float32 (10,)
# CHECK:   [1.0, 2.0, 3.0, 4.0, ..., 7.0, 8.0, 9.0, 10.0]
# CHECK:   min 1.0  max 10.0  mean 5.5
# CHECK: a: float32 (10,)
# CHECK:   [0.0, 1.0, 2.0, 3.0, ..., 6.0, 7.0, 8.0, 9.0]
# CHECK:   min 0.0  max 9.0  mean 4.5
