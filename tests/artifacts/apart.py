"""Kernels that are compiled apart and use the same things."""
import math

import numpy as np
from kernelc import *

PRIMES = np.array([2, 3, 5, 7, 11, 13, 17, 19], dtype=np.int32)


# A call in each kernel's code: it cannot be written out.
@device
def fibonacci(n):
    if n < 2:
        return n
    return fibonacci(n - 1) + fibonacci(n - 2)


@device
def reversed_in_block(a):
    cells = shared.array(32, int32)
    t = threadIdx.x
    cells[t] = a[t]
    syncthreads()
    return cells[31 - t]


@kernel("void(int32[::1])")
def first(a):
    t = threadIdx.x
    extra = shared.array(0, int32)
    extra[t] = reversed_in_block(a)
    syncthreads()
    a[t] = extra[31 - t] + PRIMES[t % 8] + fibonacci(int32(10))
    if t == 0:
        print("first", a[0])


@kernel("void(int32[::1], float64[::1])")
def second(a, b):
    t = threadIdx.x
    extra = shared.array(0, int32)
    extra[t] = reversed_in_block(a)
    syncthreads()
    a[t] = extra[t] * PRIMES[t % 8] - fibonacci(int32(7))
    b[t] = math.sin(b[t]) * 1e6
    if t == 0:
        print("second", a[0])


# What the others left.
@kernel("void(int32[::1], float64[::1])")
def third(a, b):
    t = threadIdx.x
    a[t] += int32(math.sin(b[t]) * 0) + PRIMES[7]
