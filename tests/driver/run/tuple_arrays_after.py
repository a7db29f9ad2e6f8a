# RUN: kernelc run %s k "t=(zeros:float32:300, (arange:int32:4, 2))" --device cpu --print t
# CHECK-ERR: note: chosen: --grid 2 (x by `t[0]`) --block 256 (by the occupancy calculator)
from numba import cuda


@cuda.jit
def k(t):
    i = cuda.grid(1)
    if i < t[0].size:
        t[0][i] = i * t[1][1]
    if i < 4:
        t[1][0][i] += 100
# CHECK: t[0]: float32 (300,)
# CHECK:   [0.0, 2.0, 4.0, 6.0, ..., 592.0, 594.0, 596.0, 598.0]
# CHECK:   min 0.0  max 598.0  mean 299
# CHECK: t[1][0]: int32 (4,)
# CHECK:   [100, 101, 102, 103]
# CHECK:   min 100  max 103  mean 101.5
# CHECK: t[1][1] = 2 (int64)
