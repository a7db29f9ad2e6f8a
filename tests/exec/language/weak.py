"""Literals of the native spelling take the type of what they meet; a float32 array keeps a kernel in float32."""

import math

from kernelc import *

HALF = 0.5
COUNT = 3


@kernel
def running_sum(a, out):
    i = grid(1)
    if i < out.size:
        s = 0.0
        for j in range(i + 1):
            s += a[j]
        out[i] = s


@kernel
def polynomial(x, out):
    i = grid(1)
    if i < x.size:
        v = x[i]
        out[i] = ((2.0 * v - 3) * v + HALF) * v + 1.0 / 3.0


@kernel
def branch_literal(x, out):
    i = grid(1)
    if i < x.size:
        v = 1.0
        if x[i] > 0.25:
            v = x[i]
        out[i] = v / 3.0


@kernel
def integer_width(a, out):
    i = grid(1)
    if i < a.size:
        out[i] = a[i] * COUNT + 1


@kernel
def negated_square_root(x, out):
    i = grid(1)
    if i < x.size:
        out[i] = -math.sqrt(x[i]) * 0.1


@kernel
def block_total(a, out):
    buffer = shared.array(32, float32)
    tid = threadIdx.x
    buffer[tid] = a[blockIdx.x * blockDim.x + tid]
    syncthreads()
    if tid == 0:
        total = 0.0
        for k in range(blockDim.x):
            total += buffer[k]
        atomic.add(out, blockIdx.x, total)
