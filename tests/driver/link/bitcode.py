# RUN: kernelc run %s k a=arange:float32:6 b=full:float64:6:0.5 --device cpu --print a --print b
# CHECK-ERR: note: chosen: --grid 1 (x by `a`) --block 256 (by the occupancy calculator)
import os

from numba import cuda

FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "inputs")
NAME = "scale"
scale = cuda.declare_device("scale", "float32(float32, int16)", link=f"{FOLDER}/{NAME}.ll", abi="c")
difference = cuda.declare_device("difference", "float64(float64, float64)")


@cuda.jit
def k(a, b):
    i = cuda.grid(1)
    if i < a.size:
        a[i] = scale(a[i], i)
        b[i] = difference(b[i], a[i])
# CHECK: a: float32 (6,)
# CHECK:   [0.0, 3.0, 6.0, 9.0, 12.0, 15.0]
# CHECK:   min 0.0  max 15.0  mean 7.5
# CHECK: b: float64 (6,)
# CHECK:   [0.5, -2.5, -5.5, -8.5, -11.5, -14.5]
# CHECK:   min -14.5  max 0.5  mean -7
