"""Made by tests/oracle/exec_expectations.py."""

import math

import numpy as np
from numba import cuda


@cuda.jit
def e000(a, b, out):
    i = cuda.grid(1)
    if i < out.size:
        x = a[i]
        y = b[i]
        out[i] = x + y


@cuda.jit
def e001(a, b, out):
    i = cuda.grid(1)
    if i < out.size:
        x = a[i]
        y = b[i]
        out[i] = x - y


@cuda.jit
def e002(a, b, out):
    i = cuda.grid(1)
    if i < out.size:
        x = a[i]
        y = b[i]
        out[i] = x * y


@cuda.jit
def e003(a, b, out):
    i = cuda.grid(1)
    if i < out.size:
        x = a[i]
        y = b[i]
        out[i] = x / y


@cuda.jit
def e004(a, b, out):
    i = cuda.grid(1)
    if i < out.size:
        x = a[i]
        y = b[i]
        out[i] = x // y


@cuda.jit
def e005(a, b, out):
    i = cuda.grid(1)
    if i < out.size:
        x = a[i]
        y = b[i]
        out[i] = x % y


@cuda.jit
def e006(a, b, out):
    i = cuda.grid(1)
    if i < out.size:
        x = a[i]
        y = b[i]
        out[i] = x < y


@cuda.jit
def e007(a, b, out):
    i = cuda.grid(1)
    if i < out.size:
        x = a[i]
        y = b[i]
        out[i] = x == y


@cuda.jit
def e008(a, b, out):
    i = cuda.grid(1)
    if i < out.size:
        x = a[i]
        y = b[i]
        out[i] = x != y


@cuda.jit
def e009(a, b, out):
    i = cuda.grid(1)
    if i < out.size:
        x = a[i]
        y = b[i]
        out[i] = x >= y


@cuda.jit
def e010(a, b, out):
    i = cuda.grid(1)
    if i < out.size:
        x = a[i]
        y = b[i]
        out[i] = x & y


@cuda.jit
def e011(a, b, out):
    i = cuda.grid(1)
    if i < out.size:
        x = a[i]
        y = b[i]
        out[i] = x | y


@cuda.jit
def e012(a, b, out):
    i = cuda.grid(1)
    if i < out.size:
        x = a[i]
        y = b[i]
        out[i] = x ^ y


@cuda.jit
def e013(a, b, out):
    i = cuda.grid(1)
    if i < out.size:
        x = a[i]
        y = b[i]
        out[i] = x << (y & 15)


@cuda.jit
def e014(a, b, out):
    i = cuda.grid(1)
    if i < out.size:
        x = a[i]
        y = b[i]
        out[i] = x >> (y & 15)


@cuda.jit
def e015(a, out):
    i = cuda.grid(1)
    if i < out.size:
        x = a[i]
        out[i] = x ** 3


@cuda.jit
def e016(a, b, out):
    i = cuda.grid(1)
    if i < out.size:
        x = a[i]
        y = b[i]
        out[i] = (x % 5) ** (y & 7)


@cuda.jit
def e017(a, out):
    i = cuda.grid(1)
    if i < out.size:
        x = a[i]
        out[i] = ~x


@cuda.jit
def e018(a, out):
    i = cuda.grid(1)
    if i < out.size:
        x = a[i]
        out[i] = -x


@cuda.jit
def e019(a, out):
    i = cuda.grid(1)
    if i < out.size:
        x = a[i]
        out[i] = +x


@cuda.jit
def e020(a, out):
    i = cuda.grid(1)
    if i < out.size:
        x = a[i]
        out[i] = not x


@cuda.jit
def e021(a, out):
    i = cuda.grid(1)
    if i < out.size:
        x = a[i]
        out[i] = abs(x)


@cuda.jit
def e022(a, out):
    i = cuda.grid(1)
    if i < out.size:
        x = a[i]
        out[i] = x * 2


@cuda.jit
def e023(a, out):
    i = cuda.grid(1)
    if i < out.size:
        x = a[i]
        out[i] = x * 2.0


@cuda.jit
def e024(a, out):
    i = cuda.grid(1)
    if i < out.size:
        x = a[i]
        out[i] = 1 - x


@cuda.jit
def e025(a, out):
    i = cuda.grid(1)
    if i < out.size:
        x = a[i]
        out[i] = x / 4


@cuda.jit
def e026(a, out):
    i = cuda.grid(1)
    if i < out.size:
        x = a[i]
        out[i] = x // 3


@cuda.jit
def e027(a, out):
    i = cuda.grid(1)
    if i < out.size:
        x = a[i]
        out[i] = x % 3


@cuda.jit
def e028(a, out):
    i = cuda.grid(1)
    if i < out.size:
        x = a[i]
        out[i] = x // -3


@cuda.jit
def e029(a, out):
    i = cuda.grid(1)
    if i < out.size:
        x = a[i]
        out[i] = x % -3


@cuda.jit
def e030(a, out):
    i = cuda.grid(1)
    if i < out.size:
        x = a[i]
        out[i] = int(x)


@cuda.jit
def e031(a, out):
    i = cuda.grid(1)
    if i < out.size:
        x = a[i]
        out[i] = float(x)


@cuda.jit
def e032(a, out):
    i = cuda.grid(1)
    if i < out.size:
        x = a[i]
        out[i] = bool(x)


@cuda.jit
def e033(a, out):
    i = cuda.grid(1)
    if i < out.size:
        x = a[i]
        out[i] = np.float32(x)


@cuda.jit
def e034(a, out):
    i = cuda.grid(1)
    if i < out.size:
        x = a[i]
        out[i] = 0 if x > 5 else x


@cuda.jit
def e035(a, out):
    i = cuda.grid(1)
    if i < out.size:
        x = a[i]
        out[i] = x and 3


@cuda.jit
def e036(a, out):
    i = cuda.grid(1)
    if i < out.size:
        x = a[i]
        out[i] = x or 3


@cuda.jit
def e037(a, out):
    i = cuda.grid(1)
    if i < out.size:
        x = a[i]
        out[i] = 0 <= x < 8


@cuda.jit
def e038(a, b, out):
    i = cuda.grid(1)
    if i < out.size:
        x = a[i]
        y = b[i]
        out[i] = min(x, y)


@cuda.jit
def e039(a, b, out):
    i = cuda.grid(1)
    if i < out.size:
        x = a[i]
        y = b[i]
        out[i] = max(x, y)


@cuda.jit
def e040(a, b, out):
    i = cuda.grid(1)
    if i < out.size:
        x = a[i]
        y = b[i]
        out[i] = x if x > y else y


@cuda.jit
def e041(a, b, out):
    i = cuda.grid(1)
    if i < out.size:
        x = a[i]
        y = b[i]
        out[i] = -1 < x < y


@cuda.jit
def e042(a, out):
    i = cuda.grid(1)
    if i < out.size:
        x = a[i]
        out[i] = np.int8(x)


@cuda.jit
def e043(a, out):
    i = cuda.grid(1)
    if i < out.size:
        x = a[i]
        out[i] = np.int32(x)


@cuda.jit
def e044(a, out):
    i = cuda.grid(1)
    if i < out.size:
        x = a[i]
        out[i] = np.uint8(x)


@cuda.jit
def e045(a, out):
    i = cuda.grid(1)
    if i < out.size:
        x = a[i]
        out[i] = np.uint32(x)


@cuda.jit
def e046(a, out):
    i = cuda.grid(1)
    if i < out.size:
        x = a[i]
        out[i] = np.int64(x)


@cuda.jit
def e047(a, out):
    i = cuda.grid(1)
    if i < out.size:
        x = a[i]
        out[i] = np.uint8(x > 0)


@cuda.jit
def e048(a, out):
    i = cuda.grid(1)
    if i < out.size:
        x = a[i]
        out[i] = math.sqrt(abs(x))


@cuda.jit
def e049(a, out):
    i = cuda.grid(1)
    if i < out.size:
        x = a[i]
        out[i] = math.exp(x / 1e9)


@cuda.jit
def e050(a, out):
    i = cuda.grid(1)
    if i < out.size:
        x = a[i]
        out[i] = math.log(abs(x))


@cuda.jit
def e051(a, out):
    i = cuda.grid(1)
    if i < out.size:
        x = a[i]
        out[i] = math.sin(x)


@cuda.jit
def e052(a, out):
    i = cuda.grid(1)
    if i < out.size:
        x = a[i]
        out[i] = math.cos(x)


@cuda.jit
def e053(a, out):
    i = cuda.grid(1)
    if i < out.size:
        x = a[i]
        out[i] = math.erf(x)


@cuda.jit
def e054(a, out):
    i = cuda.grid(1)
    if i < out.size:
        x = a[i]
        out[i] = math.fabs(x)


@cuda.jit
def e055(a, out):
    i = cuda.grid(1)
    if i < out.size:
        x = a[i]
        out[i] = math.floor(x)


@cuda.jit
def e056(a, out):
    i = cuda.grid(1)
    if i < out.size:
        x = a[i]
        out[i] = math.ceil(x)


@cuda.jit
def e057(a, b, out):
    i = cuda.grid(1)
    if i < out.size:
        x = a[i]
        y = b[i]
        out[i] = math.pow(abs(x), y / 1e9)


@cuda.jit
def e058(a, out):
    i = cuda.grid(1)
    if i < out.size:
        x = a[i]
        out[i] = x ** 2


@cuda.jit
def e059(a, out):
    i = cuda.grid(1)
    if i < out.size:
        x = a[i]
        out[i] = (abs(x) + 1) ** -1


@cuda.jit
def e060(a, out):
    i = cuda.grid(1)
    if i < out.size:
        x = a[i]
        out[i] = abs(x) ** 0.25


@cuda.jit
def e061(a, b, out):
    i = cuda.grid(1)
    if i < out.size:
        x = a[i]
        y = b[i]
        out[i] = x * y + x


@cuda.jit
def e062(a, out):
    i = cuda.grid(1)
    if i < out.size:
        x = a[i]
        out[i] = math.sqrt(x)


@cuda.jit
def e063(a, b, out):
    i = cuda.grid(1)
    if i < out.size:
        x = a[i]
        y = b[i]
        out[i] = x / (y + 3)


@cuda.jit
def e064(a, out):
    i = cuda.grid(1)
    if i < out.size:
        x = a[i]
        out[i] = x.real


@cuda.jit
def e065(a, out):
    i = cuda.grid(1)
    if i < out.size:
        x = a[i]
        out[i] = x.imag


@cuda.jit
def e066(a, out):
    i = cuda.grid(1)
    if i < out.size:
        x = a[i]
        out[i] = x + 1j


@cuda.jit
def e067(a, b, out):
    i = cuda.grid(1)
    if i < out.size:
        x = a[i]
        y = b[i]
        out[i] = complex(x, y)


@cuda.jit
def e068(a, out):
    i = cuda.grid(1)
    if i < out.size:
        x = a[i]
        out[i] = x.conjugate()
