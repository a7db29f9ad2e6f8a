# RUN: kernelc build %s --sig 'float32[:], float32[:], float32[:]' --target cpu --emit ptx
# CHECK-STATUS: 2
# CHECK-ERR: error: --emit ptx, cubin, sass and cuda are for CUDA targets such as sm_90; for the CPU there is --emit object
from numba import cuda

@cuda.jit
def add(a, b, c):
    i = cuda.grid(1)
    if i < c.size:
        c[i] = a[i] + b[i]
