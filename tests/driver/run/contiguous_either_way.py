# RUN: kernelc run %s k a=arange:float64:5 b=ones:float64:5 --device cpu --print b
# CHECK-ERR: note: chosen: --grid 1 (x by `b`) --block 256 (by the occupancy calculator)
from numba import cuda, float64
from numba.types import Array


@cuda.jit((Array(float64, 1, "F"), Array(float64, 1, "C")))
def k(a, b):
    i = cuda.grid(1)
    if i < a.size:
        b[i] += a[i]
# CHECK: b: float64 (5,)
# CHECK:   [1.0, 2.0, 3.0, 4.0, 5.0]
# CHECK:   min 1.0  max 5.0  mean 3
