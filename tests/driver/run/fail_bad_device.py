# RUN: kernelc run %s add a=arange:float32:10 b=ones:float32:10 c=like:a --device gpu 
# CHECK-STATUS: 2
# CHECK-ERR: error: select device on `gpu`: a device is named `cpu`, `cuda` or `cuda:N`
from numba import cuda

@cuda.jit
def add(a, b, c):
    i = cuda.grid(1)
    if i < c.size:
        c[i] = a[i] + b[i]
