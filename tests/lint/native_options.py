# RUN: kernelc check -W no-Float64Creep -W no-BarrierInBranch -W no-BarrierAfterReturn -W no-UninitializedArray -W no-MissingGuard -W no-ConstantComparison -W no-UnusedResult %s
# The same kernels as in native.py, each kind switched off: nothing is reported.
from kernelc import *
import math

@kernel
def creep(a: float32[::1]):
    i = grid(1)
    if i < a.size:
        a[i] = a[i] * (i / a.size)

@kernel
def barrier_in_branch(a: float32[::1]):
    if threadIdx.x < 5:
        syncthreads()
    a[0] = 1

@kernel
def barrier_after_return(a: float32[::1]):
    i = grid(1)
    if i >= a.size:
        return
    syncthreads()
    a[i] = 1

@kernel
def uninitialized(a: float32[::1]):
    s = shared.array(32, float32)
    i = grid(1)
    if i < a.size:
        a[i] = s[threadIdx.x]

@kernel
def missing_guard(a: float32[::1]):
    i = grid(1)
    a[i] = 1

@kernel
def constant_comparison(a: float32[::1], n: uint32):
    if n < 0:
        a[0] = 1

@kernel
def unused(a: float32[::1]):
    a[0] == a[1]
    math.sqrt(a[0])
    a[0] = 1
