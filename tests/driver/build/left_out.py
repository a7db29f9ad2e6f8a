# RUN: kernelc build %s --emit ptx
# What has no known signature is left out, and said so; a kernel that never had one is left out as before.
import sys

from numba import cuda

WIDE = int(sys.argv[1])
signature = "void(float64[::1])" if WIDE else "void(float32[::1])"


@cuda.jit("void(float32[::1])")
def known(a):
    i = cuda.grid(1)
    if i < a.size:
        a[i] = 1


@cuda.jit(signature)
def unknown(a):
    i = cuda.grid(1)
    if i < a.size:
        a[i] = 1


@cuda.jit(signature)  # kernelc: ignore[OpenSignature]
def silent(a):
    i = cuda.grid(1)
    if i < a.size:
        a[i] = 1


@cuda.jit
def none(a):
    i = cuda.grid(1)
    if i < a.size:
        a[i] = 1
