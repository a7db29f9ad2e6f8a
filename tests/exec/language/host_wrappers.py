"""Kernels and constants that go through functions of the host with *args and **kwargs, and defaults of a command line."""
import argparse
import math
from typing import Any, Callable

import numpy as np
from numba import cuda
from numba.cuda import jit as _jit

parser = argparse.ArgumentParser(description="scales")
parser.add_argument("--factor", type=int, default=3)
parser.add_argument("-s", "--shift-by", type=float, default="0.5")
parser.add_argument("--twice", action="store_false")
args = parser.parse_args()
FACTOR = args.factor
SHIFT = args.shift_by
TWICE = args.twice


def device_jit(fn, **kwargs: Any):
    return _jit(device=True, **kwargs)(fn)


def jit(fn, **kwargs):
    return _jit(**kwargs)(fn)


def as_tuple(*t):
    return tuple(map(np.float64, t))


def total(first, *rest, scale=1):
    return (first + sum(rest)) * scale


WEIGHTS = as_tuple(1, 20, 300)
TOTAL = total(1, 2, 3, scale=1)


def sigmoid(v: float) -> float:
    if v >= 0:
        return 1.0 / (1.0 + math.exp(-v))
    else:
        return math.exp(v) / (1.0 + math.exp(v))


def make_map(fn: Callable[[float], float]):
    def _map(x, out):
        i = cuda.grid(1)
        if i < out.size:
            out[i] = fn(x[i])

    return jit(_map)


def _scaled(x, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = x[i] * FACTOR * (2 if TWICE else 1)


OPTIONS = dict(fastmath=False, cache=True)


def relu(v):
    return v if v > 0 else 0.0


mapped = make_map(device_jit(sigmoid))
scaled = jit(_scaled, fastmath=False)
annotated: Callable = make_map(device_jit(relu, inline=True))

if cuda.is_available():
    def square(v):
        return v * v

    chosen = make_map(device_jit(square))


@cuda.jit(**OPTIONS)
def options(x, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = x[i] + SHIFT


@cuda.jit
def starred(x, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = x[i] * (WEIGHTS[0] + WEIGHTS[1] + WEIGHTS[2]) * (TOTAL // 6)
