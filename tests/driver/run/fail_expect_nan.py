# RUN: kernelc run %s fill a=zeros:float32:3 --device cpu --expect a=full:float32:3:nan
# CHECK-ERR: note: chosen: --grid 1 (x by `a`) --block 256 (by the occupancy calculator)
# CHECK-ERR: error: a: 3 of 3 elements differ from `full:float32:3:nan` (rtol 1e-05, atol 1e-08)
# CHECK-ERR:   first at [0]: got nan, expected nan, difference 0
# CHECK-ERR:   worst at [1]: got 1.5, expected nan
# CHECK-ERR:   2 are NaN on both sides; --equal-nan takes these as equal
from numba import cuda

@cuda.jit
def fill(a):
    i = cuda.grid(1)
    if i < a.size:
        a[i] = float("nan") if i != 1 else 1.5
