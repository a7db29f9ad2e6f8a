"""Kernels whose variants would give other results, or crash, for arguments that lack their facts."""
import numpy as np
from kernelc import *

pair = np.dtype([("flag", np.int32), ("value", np.float64)])


# Each element needs the one before it where the arrays overlap by all but one.
@kernel("void(float32[:], float32[:])")
def chain(x, y):
    if grid(1) == 0:
        for i in range(x.size):
            y[i] = x[i] + 1


@kernel("void(float32, float32[::1], float32[::1])")
def saxpy(a, x, y):
    i = grid(1)
    if i < x.size:
        y[i] = a * x[i] + y[i]


# Sizes and integers that are wrong in 32 bits.
@kernel("void(float32[:], int32, int64, int64[::1])")
def products(x, n, m, out):
    if grid(1) == 0:
        out[0] = x.size * 4
        out[1] = x.shape[0] * 3
        out[2] = x.strides[0]
        out[3] = n * m
        out[4] = m // 3 if m >= 0 else -1
        out[5] = n * n


@kernel("void(float32[:, ::1], float32[::1])")
def row_sums(x, sums):
    i = grid(1)
    if i < x.shape[0]:
        total = float32(0)
        for j in range(x.shape[1]):
            total += x[i, j]
        sums[i] = total


@kernel("void(Tuple([float32[::1], float32]), float32[::1])")
def both(t, y):
    if grid(1) == 0:
        for i in range(t[0].size):
            y[i] = t[0][i] + t[1]


@kernel("void(float64, pair[::1])")
def fill(value, p):
    i = grid(1)
    if i < p.size:
        p[i].value = value * p[i].flag


@kernel("void(float32[:, :], int64[::1])")
def strides(x, out):
    if grid(1) == 0:
        out[0] = x.strides[0]
        out[1] = x.strides[1]
        out[2] = 1 if x.flags.f_contiguous else 0


# Code for several elements a thread needs more registers than blocks of 1024 threads can have.
@kernel("void(float32[::1], float32[::1], float32[::1])")
def moments(w, x, y):
    i = grid(1)
    if i < y.size:
        a = 0.0
        b = 0.0
        c = 0.0
        d = 0.0
        e = 0.0
        f = 0.0
        for j in range(w.size):
            v = float64(w[j]) * x[i]
            a += v
            b += v * a
            c += v * b
            d += v * c
            e += v * d
            f += v * e
        y[i] = a + b * c + d * e + f


# Without a fact that could hold: no variant.
@kernel("void(float32, CPointer(float32))")
def store(value, place):
    place[0] = value
