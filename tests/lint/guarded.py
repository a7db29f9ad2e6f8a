# RUN: kernelc check %s
# Places in the grid that are compared with something in one way or another: nothing is reported.
from numba import cuda
import numpy as np

@cuda.jit(device=True)
def inside(x, y, a):
    return 0 <= x < a.shape[0] and 0 <= y < a.shape[1]

@cuda.jit("void(float32[::1])")
def early(a):
    i = cuda.grid(1)
    if i >= a.size:
        return
    a[i] = np.float32(1)

@cuda.jit("void(float32[:, ::1])")
def function(a):
    x, y = cuda.grid(2)
    if inside(x, y, a):
        a[x, y] = np.float32(1)

@cuda.jit("void(float32[::1])")
def strided(a):
    for i in range(cuda.grid(1), a.size, cuda.gridsize(1)):
        a[i] = np.float32(1)

@cuda.jit("void(float32[::1])")
def counted(a):
    i = cuda.grid(1)
    while i < a.size:
        a[i] = np.float32(1)
        i += cuda.gridsize(1)

@cuda.jit("void(float32[::1], float32[::1])")
def clamped(a, out):
    i = cuda.grid(1)
    valid = i < out.size
    value = a[min(i, a.size - 1)] + a[i % a.size] + (a[i] if i < a.size else np.float32(0))
    if valid:
        out[i] = value

@cuda.jit("void(float32[:, ::1])")
def row(a):
    a[cuda.blockIdx.x, cuda.threadIdx.x] = np.float32(1)
