# RUN: kernelc run %s add a=arange:float32:10 b=ones:float32:10 c=like:a --device cpu d=1
# CHECK-STATUS: 2
# CHECK-ERR: error: `add(a, b, c)` has no parameter `d`
from numba import cuda

@cuda.jit
def add(a, b, c):
    i = cuda.grid(1)
    if i < c.size:
        c[i] = a[i] + b[i]
