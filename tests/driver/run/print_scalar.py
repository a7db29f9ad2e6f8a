# RUN: kernelc run %s scale x=arange:float32:4 factor=float32:2.5 --device cpu --print x --print factor
# CHECK-ERR: note: chosen: --grid 1 (x by `x`) --block 256 (by the occupancy calculator)
from kernelc import *

@kernel
def scale(x, factor):
    i = grid(1)
    if i < x.size:
        x[i] = x[i] * factor
# CHECK: x: float32 (4,)
# CHECK:   [0.0, 2.5, 5.0, 7.5]
# CHECK:   min 0.0  max 7.5  mean 3.75
# CHECK: factor = 2.5 (float32)
