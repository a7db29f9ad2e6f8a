"""Philox4x32-10 in kernels."""
from kernelc import *
from kernelc import random
import numpy as np


@kernel
def blocks(counters, keys, out):
    i = grid(1)
    if i < out.shape[0]:
        words = random.philox4x32(counters[i, 0], counters[i, 1], counters[i, 2], counters[i, 3], keys[i, 0], keys[i, 1])
        for k in range(4):
            out[i, k] = words[k]


@kernel
def draws(seed, out):
    i = grid(1)
    if i < out.shape[0]:
        first = random.philox_bits(seed, i)
        later = random.philox_bits(seed, i, 2**40 + 5)
        for k in range(4):
            out[i, k] = first[k]
            out[i, 4 + k] = later[k]


@kernel
def numbers(seed, singles, doubles):
    i = grid(1)
    if i < singles.shape[0]:
        singles[i, 0] = random.philox_uniform_float32(seed, i, 1)
        singles[i, 1] = random.philox_normal_float32(seed, i, 2)
        singles[i, 2] = random.philox_exponential_float32(seed, i, 3)
        doubles[i, 0] = random.philox_uniform_float64(seed, i, 1)
        doubles[i, 1] = random.philox_normal_float64(seed, i, 2)
        doubles[i, 2] = random.philox_exponential_float64(seed, i, 3)


@kernel
def integers(seed, low, high, out):
    i = grid(1)
    if i < out.size:
        out[i] = random.philox_integers(seed, i, low, high, 7)
