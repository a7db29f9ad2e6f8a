# RUN: kernelc check -W no-UnusedResult %s
# Warnings that comments and options silence: nothing is reported.
from numba import cuda
import numpy as np

@cuda.jit("void(float32[::1])")
def line(a):
    a[cuda.grid(1)] = np.float32(1)  # kernelc: ignore[MissingGuard]
    a[0] == a[1]

@cuda.jit("void(float32[::1])")
def function(a):  # kernelc: ignore[MissingGuard, BarrierInBranch]
    i = cuda.grid(1)
    a[i] = np.float32(1)
    if i < 5:
        cuda.syncthreads()

@cuda.jit("void(float32[::1])")  # kernelc: ignore
def decorator(
    a,
):
    i = cuda.grid(1)

    # A comment.
    a[i] = np.float32(1)
