# RUN: kernelc run %s k a=random:pair:8 --device cpu
# CHECK-STATUS: 2
# CHECK-ERR: error: argument `a`: `random` makes numbers, and `pair` is a record; write `zeros:pair:8`, or `@FILE.npy` with records that NumPy saved
import numpy as np
from numba import cuda

pair = np.dtype([("x", "f4"), ("y", "f4")])


@cuda.jit
def k(a):
    a[0].x = 1
