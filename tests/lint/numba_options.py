# RUN: kernelc check -W no-Float64Creep -W no-BarrierInBranch -W no-BarrierAfterReturn -W no-UninitializedArray -W no-MissingGuard -W no-ConstantComparison -W no-UnusedResult %s
# Every warning in a Numba file, each kind switched off: nothing is reported.
from numba import cuda, float32
import math

@cuda.jit("void(float32[::1])")
def creep(a):
    i = cuda.grid(1)
    if i < a.size:
        a[i] = a[i] * (i / a.size)

@cuda.jit("void(float32[::1])")
def barrier_in_branch(a):
    if cuda.threadIdx.x < 5:
        cuda.syncthreads()
    a[0] = 1

@cuda.jit("void(float32[::1])")
def barrier_after_return(a):
    i = cuda.grid(1)
    if i >= a.size:
        return
    cuda.syncthreads()
    a[i] = 1

@cuda.jit("void(float32[::1])")
def uninitialized(a):
    s = cuda.shared.array(32, float32)
    i = cuda.grid(1)
    if i < a.size:
        a[i] = s[cuda.threadIdx.x]

@cuda.jit("void(float32[::1])")
def missing_guard(a):
    i = cuda.grid(1)
    a[i] = 1

@cuda.jit("void(float32[::1], uint32)")
def constant_comparison(a, n):
    if n < 0:
        a[0] = 1

@cuda.jit("void(float32[::1])")
def unused(a):
    a[0] == a[1]
    math.sqrt(a[0])
    a[0] = 1
