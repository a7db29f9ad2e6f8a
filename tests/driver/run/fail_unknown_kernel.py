# RUN: kernelc run %s sub a=1 --device cpu
# CHECK-STATUS: 2
# CHECK-ERR: error: `fail_unknown_kernel.py` has no function `sub`; its kernels are:
# CHECK-ERR:   add@8  add(a, b, c)
from numba import cuda

@cuda.jit
def add(a, b, c):
    i = cuda.grid(1)
    if i < c.size:
        c[i] = a[i] + b[i]
