# RUN: kernelc run %s add a=arange:float32:10 b=ones:float32:10 c=like:a --device cpu --block 2048
# CHECK-ERR: note: chosen: --grid 1 (x by `a`)
# CHECK-ERR: error: launch on kernel `add` (cpu:0): block (2048, 1, 1): extent x is 2048, the device's limit is 1024
from numba import cuda

@cuda.jit
def add(a, b, c):
    i = cuda.grid(1)
    if i < c.size:
        c[i] = a[i] + b[i]
