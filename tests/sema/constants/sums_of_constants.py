# RUN: kernelc run %s sums a=zeros:float64:8 n=1 --grid 1 --block 1 --device cpu --print a
# A constant's sum is that of a parameter with its elements: NumPy's numbers become int64 or float64, Python's are not bounded.
import numpy as np
from numba import cuda

BYTES = np.full(100, 100, dtype=np.int8)
FLOATS = [np.float32(0.1)] * 3
LARGE = [2**62] * 4
NUMBERS = [3, 1, 2]


@cuda.jit
def sums(a, n):
    a[0] = sum(BYTES)
    a[1] = sum(BYTES, n)
    a[2] = sum(FLOATS) == np.float64(np.float32(0.1)) * 3
    a[3] = sum(LARGE) / 2**62
    a[4] = sum(NUMBERS)
    a[5] = NUMBERS.index(2)
    a[6] = NUMBERS.count(3)
# CHECK: a: float64 (8,)
# CHECK:   [10000.0, 10001.0, 1.0, 4.0, 6.0, 2.0, 1.0, 0.0]
# CHECK:   min 0.0  max 10001.0  mean 2501.875
