"""What the device can do at most: a copy, and eight chains of multiplications and additions in each thread."""

from kernelc import *


@kernel
def copy(source, target):
    for i in range(grid(1), source.size, gridsize(1)):
        target[i] = source[i]


@device
def chains(a, b, seed, steps):
    c0 = c1 = c2 = c3 = c4 = c5 = c6 = c7 = seed
    for _ in range(steps):
        c0 = c0 * a + b
        c1 = c1 * b + a
        c2 = c2 * a + c0
        c3 = c3 * b + c1
        c4 = c4 * a + c2
        c5 = c5 * b + c3
        c6 = c6 * a + c4
        c7 = c7 * b + c5
    return c0 + c1 + c2 + c3 + c4 + c5 + c6 + c7


@kernel
def arithmetic(a, b, out, steps):
    i = grid(1)
    if i < out.size:
        out[i] = chains(a, b, out[i], steps)
