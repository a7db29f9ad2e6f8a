# RUN: kernelc run %s fill a=zeros:float32:3 n=zeros:int32:2 --device cpu --rtol 0 --atol 0.5 --equal-nan --expect a=full:float32:3:nan --expect n=full:int32:2:7
# CHECK-ERR: note: chosen: --grid 1 (x by `a`) --block 256 (by the occupancy calculator)
from numba import cuda

@cuda.jit
def fill(a, n):
    i = cuda.grid(1)
    if i < a.size:
        a[i] = float("nan")
    if i < n.size:
        n[i] = 7
# CHECK: a: 3 elements as expected, largest difference 0
# CHECK: n: 2 elements as expected, largest difference 0
