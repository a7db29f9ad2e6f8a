# RUN: kernelc run %s k a=arange:float32:6 --device cpu --print a --link %S/inputs/scale.ll
# CHECK-ERR: note: chosen: --grid 1 (x by `a`) --block 256 (by the occupancy calculator)
from numba import cuda

scale = cuda.declare_device("scale", "float32(float32, int16)", abi="c")


@cuda.jit
def k(a):
    i = cuda.grid(1)
    if i < a.size:
        a[i] = scale(a[i], i)
# CHECK: a: float32 (6,)
# CHECK:   [0.0, 3.0, 6.0, 9.0, 12.0, 15.0]
# CHECK:   min 0.0  max 15.0  mean 7.5
