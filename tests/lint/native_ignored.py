# RUN: kernelc check %s
# The same kernels as in native.py, with a comment at each place: nothing is reported.
from kernelc import *
import math

@kernel
def creep(a: float32[::1]):
    i = grid(1)
    if i < a.size:
        a[i] = a[i] * (i / a.size)  # kernelc: ignore[Float64Creep]

@kernel
def barrier_in_branch(a: float32[::1]):
    if threadIdx.x < 5:
        syncthreads()  # kernelc: ignore[BarrierInBranch]
    a[0] = 1

@kernel
def barrier_after_return(a: float32[::1]):
    i = grid(1)
    if i >= a.size:
        return
    syncthreads()  # kernelc: ignore[BarrierAfterReturn]
    a[i] = 1

@kernel
def uninitialized(a: float32[::1]):
    s = shared.array(32, float32)
    i = grid(1)
    if i < a.size:
        a[i] = s[threadIdx.x]  # kernelc: ignore[UninitializedArray]

@kernel
def missing_guard(a: float32[::1]):
    i = grid(1)
    a[i] = 1  # kernelc: ignore[MissingGuard]

@kernel
def constant_comparison(a: float32[::1], n: uint32):
    if n < 0:  # kernelc: ignore[ConstantComparison]
        a[0] = 1

@kernel
def unused(a: float32[::1]):
    a[0] == a[1]  # kernelc: ignore[UnusedResult]
    math.sqrt(a[0])  # kernelc: ignore[UnusedResult]
    a[0] = 1
