"""Idioms that programs in the wild use and that once went wrong."""
import numba
import numpy as np
from numba import cuda, njit, prange


@cuda.jit(device=True, inline=True)
def update(out, index, value):
    cuda.atomic.add(out, index, value)


@cuda.jit
def product_argument(out, a):
    i = cuda.grid(1)
    if i < a.size:
        x = a[i]
        update(out, (i % 2, 0), x * a[i])


@njit(parallel=True)
def total(a):
    s = 0.0
    for i in prange(a.size):
        s += a[i]
    return s


@cuda.jit
def parallel_range(out, a):
    t = cuda.grid(1)
    for i in numba.prange(t, a.size, cuda.gridsize(1)):
        out[i] = a[i] * total(a)


@cuda.jit
def constant_parameter(out, a):
    table = cuda.const.array_like(a)
    i = cuda.grid(1)
    if i < out.size:
        out[i] = table[i] * 2


@cuda.jit
def mask_by_product(out, a):
    i = cuda.grid(1)
    if i < out.size:
        if (a[i] < 0.5 + 1e-3) * (a[i] > 0.1):
            out[i] = 1


@cuda.jit
def slice_of_slice(out, values, starts):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = values[starts[i]:starts[i + 1]][int(0.5 * (starts[i + 1] - starts[i]))]


@cuda.jit
def claims(grid, out):
    i = cuda.grid(1)
    for j in range(grid.shape[1]):
        seen = cuda.atomic.compare_and_swap(grid[i, j:], -1, i)
        if seen == -1:
            break
    out[i] = j
