"""Functions of mathematics in a kernel for several types: in CUDA C++ one template, which calls what each type's own text calls."""

import math

import numpy as np
from kernelc import *


@device
def sums(x, y):
    s = math.acos(x) + math.acosh(x) + math.asin(x) + math.asinh(x) + math.atan(x) + math.atanh(x)
    s += math.atan2(x, y) + np.cbrt(x) + np.floor(x) + np.ceil(y) + math.copysign(x, y) + math.cos(x) + math.cosh(x)
    s += math.erf(x) + math.erfc(x) + math.exp(x) + np.exp2(x) + math.expm1(x) + math.fabs(x) + abs(y)
    s += math.fmod(x, y) + math.hypot(x, y) + math.lgamma(x) + math.log(x) + math.log10(x) + math.log1p(x)
    s += math.log2(x) + np.rint(x) + math.pow(x, y) + x**y + math.remainder(x, y) + math.sin(x) + math.sinh(x)
    s += math.sqrt(x) + math.tan(x) + math.tanh(x) + math.gamma(x) + np.trunc(x) + min(x, y) + max(x, y)
    return s + np.nextafter(x, y) * 0.1 + round(x)


@kernel
def mathematics(out, x, y):
    tile = shared.array(32, x.dtype)
    i = grid(1)
    tile[threadIdx.x] = x[i]
    syncthreads()
    if i < out.size:
        out[i] = sums(tile[31 - threadIdx.x], y[i])
