"""Made by tests/oracle/exec_language.py."""

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
def e057(a, out):
    i = cuda.grid(1)
    if i < out.size:
        x = a[i]
        out[i] = math.acos((abs(x) % np.float32(0.9)))


@cuda.jit
def e058(a, out):
    i = cuda.grid(1)
    if i < out.size:
        x = a[i]
        out[i] = math.asin((abs(x) % np.float32(0.9)))


@cuda.jit
def e059(a, out):
    i = cuda.grid(1)
    if i < out.size:
        x = a[i]
        out[i] = math.asinh((abs(x) % np.float32(0.9)))


@cuda.jit
def e060(a, out):
    i = cuda.grid(1)
    if i < out.size:
        x = a[i]
        out[i] = math.atan((abs(x) % np.float32(0.9)))


@cuda.jit
def e061(a, out):
    i = cuda.grid(1)
    if i < out.size:
        x = a[i]
        out[i] = math.atanh((abs(x) % np.float32(0.9)))


@cuda.jit
def e062(a, out):
    i = cuda.grid(1)
    if i < out.size:
        x = a[i]
        out[i] = math.cosh((abs(x) % np.float32(0.9)))


@cuda.jit
def e063(a, out):
    i = cuda.grid(1)
    if i < out.size:
        x = a[i]
        out[i] = math.erfc((abs(x) % np.float32(0.9)))


@cuda.jit
def e064(a, out):
    i = cuda.grid(1)
    if i < out.size:
        x = a[i]
        out[i] = math.exp2((abs(x) % np.float32(0.9)))


@cuda.jit
def e065(a, out):
    i = cuda.grid(1)
    if i < out.size:
        x = a[i]
        out[i] = math.expm1((abs(x) % np.float32(0.9)))


@cuda.jit
def e066(a, out):
    i = cuda.grid(1)
    if i < out.size:
        x = a[i]
        out[i] = math.log1p((abs(x) % np.float32(0.9)))


@cuda.jit
def e067(a, out):
    i = cuda.grid(1)
    if i < out.size:
        x = a[i]
        out[i] = math.sinh((abs(x) % np.float32(0.9)))


@cuda.jit
def e068(a, out):
    i = cuda.grid(1)
    if i < out.size:
        x = a[i]
        out[i] = math.tan((abs(x) % np.float32(0.9)))


@cuda.jit
def e069(a, out):
    i = cuda.grid(1)
    if i < out.size:
        x = a[i]
        out[i] = math.tanh((abs(x) % np.float32(0.9)))


@cuda.jit
def e070(a, out):
    i = cuda.grid(1)
    if i < out.size:
        x = a[i]
        out[i] = math.acosh((abs(x) % np.float32(0.9)) + np.float32(1.5))


@cuda.jit
def e071(a, out):
    i = cuda.grid(1)
    if i < out.size:
        x = a[i]
        out[i] = math.gamma((abs(x) % np.float32(0.9)) + np.float32(1.5))


@cuda.jit
def e072(a, out):
    i = cuda.grid(1)
    if i < out.size:
        x = a[i]
        out[i] = math.lgamma((abs(x) % np.float32(0.9)) + np.float32(1.5))


@cuda.jit
def e073(a, out):
    i = cuda.grid(1)
    if i < out.size:
        x = a[i]
        out[i] = math.log10((abs(x) % np.float32(0.9)) + np.float32(1.5))


@cuda.jit
def e074(a, out):
    i = cuda.grid(1)
    if i < out.size:
        x = a[i]
        out[i] = math.log2((abs(x) % np.float32(0.9)) + np.float32(1.5))


@cuda.jit
def e075(a, out):
    i = cuda.grid(1)
    if i < out.size:
        x = a[i]
        out[i] = np.rint(x)


@cuda.jit
def e076(a, out):
    i = cuda.grid(1)
    if i < out.size:
        x = a[i]
        out[i] = np.trunc(x)


@cuda.jit
def e077(a, b, out):
    i = cuda.grid(1)
    if i < out.size:
        x = a[i]
        y = b[i]
        out[i] = math.nextafter(x, y)


@cuda.jit
def e078(a, b, out):
    i = cuda.grid(1)
    if i < out.size:
        x = a[i]
        y = b[i]
        out[i] = math.copysign(x, y)


@cuda.jit
def e079(a, out):
    i = cuda.grid(1)
    if i < out.size:
        x = a[i]
        out[i] = math.degrees(x)


@cuda.jit
def e080(a, out):
    i = cuda.grid(1)
    if i < out.size:
        x = a[i]
        out[i] = math.radians(x)


@cuda.jit
def e081(a, b, out):
    i = cuda.grid(1)
    if i < out.size:
        x = a[i]
        y = b[i]
        out[i] = np.maximum(x, y)


@cuda.jit
def e082(a, b, out):
    i = cuda.grid(1)
    if i < out.size:
        x = a[i]
        y = b[i]
        out[i] = np.minimum(x, y)


@cuda.jit
def e083(a, out):
    i = cuda.grid(1)
    if i < out.size:
        x = a[i]
        out[i] = math.isnan(x)


@cuda.jit
def e084(a, out):
    i = cuda.grid(1)
    if i < out.size:
        x = a[i]
        out[i] = math.isinf(x)


@cuda.jit
def e085(a, out):
    i = cuda.grid(1)
    if i < out.size:
        x = a[i]
        out[i] = math.isfinite(x)


@cuda.jit
def e086(a, b, out):
    i = cuda.grid(1)
    if i < out.size:
        x = a[i]
        y = b[i]
        out[i] = math.pow(abs(x), y / 1e9)


@cuda.jit
def e087(a, out):
    i = cuda.grid(1)
    if i < out.size:
        x = a[i]
        out[i] = x ** 2


@cuda.jit
def e088(a, out):
    i = cuda.grid(1)
    if i < out.size:
        x = a[i]
        out[i] = (abs(x) + 1) ** -1


@cuda.jit
def e089(a, out):
    i = cuda.grid(1)
    if i < out.size:
        x = a[i]
        out[i] = abs(x) ** 0.25


@cuda.jit
def e090(a, b, out):
    i = cuda.grid(1)
    if i < out.size:
        x = a[i]
        y = b[i]
        out[i] = x * y + x


@cuda.jit
def e091(a, out):
    i = cuda.grid(1)
    if i < out.size:
        x = a[i]
        out[i] = math.acos((abs(x) % np.float64(0.9)))


@cuda.jit
def e092(a, out):
    i = cuda.grid(1)
    if i < out.size:
        x = a[i]
        out[i] = math.asin((abs(x) % np.float64(0.9)))


@cuda.jit
def e093(a, out):
    i = cuda.grid(1)
    if i < out.size:
        x = a[i]
        out[i] = math.asinh((abs(x) % np.float64(0.9)))


@cuda.jit
def e094(a, out):
    i = cuda.grid(1)
    if i < out.size:
        x = a[i]
        out[i] = math.atan((abs(x) % np.float64(0.9)))


@cuda.jit
def e095(a, out):
    i = cuda.grid(1)
    if i < out.size:
        x = a[i]
        out[i] = math.atanh((abs(x) % np.float64(0.9)))


@cuda.jit
def e096(a, out):
    i = cuda.grid(1)
    if i < out.size:
        x = a[i]
        out[i] = math.cosh((abs(x) % np.float64(0.9)))


@cuda.jit
def e097(a, out):
    i = cuda.grid(1)
    if i < out.size:
        x = a[i]
        out[i] = math.erfc((abs(x) % np.float64(0.9)))


@cuda.jit
def e098(a, out):
    i = cuda.grid(1)
    if i < out.size:
        x = a[i]
        out[i] = math.exp2((abs(x) % np.float64(0.9)))


@cuda.jit
def e099(a, out):
    i = cuda.grid(1)
    if i < out.size:
        x = a[i]
        out[i] = math.expm1((abs(x) % np.float64(0.9)))


@cuda.jit
def e100(a, out):
    i = cuda.grid(1)
    if i < out.size:
        x = a[i]
        out[i] = math.log1p((abs(x) % np.float64(0.9)))


@cuda.jit
def e101(a, out):
    i = cuda.grid(1)
    if i < out.size:
        x = a[i]
        out[i] = math.sinh((abs(x) % np.float64(0.9)))


@cuda.jit
def e102(a, out):
    i = cuda.grid(1)
    if i < out.size:
        x = a[i]
        out[i] = math.tan((abs(x) % np.float64(0.9)))


@cuda.jit
def e103(a, out):
    i = cuda.grid(1)
    if i < out.size:
        x = a[i]
        out[i] = math.tanh((abs(x) % np.float64(0.9)))


@cuda.jit
def e104(a, out):
    i = cuda.grid(1)
    if i < out.size:
        x = a[i]
        out[i] = math.acosh((abs(x) % np.float64(0.9)) + np.float64(1.5))


@cuda.jit
def e105(a, out):
    i = cuda.grid(1)
    if i < out.size:
        x = a[i]
        out[i] = math.gamma((abs(x) % np.float64(0.9)) + np.float64(1.5))


@cuda.jit
def e106(a, out):
    i = cuda.grid(1)
    if i < out.size:
        x = a[i]
        out[i] = math.lgamma((abs(x) % np.float64(0.9)) + np.float64(1.5))


@cuda.jit
def e107(a, out):
    i = cuda.grid(1)
    if i < out.size:
        x = a[i]
        out[i] = math.log10((abs(x) % np.float64(0.9)) + np.float64(1.5))


@cuda.jit
def e108(a, out):
    i = cuda.grid(1)
    if i < out.size:
        x = a[i]
        out[i] = math.log2((abs(x) % np.float64(0.9)) + np.float64(1.5))


@cuda.jit
def e109(a, out):
    i = cuda.grid(1)
    if i < out.size:
        x = a[i]
        out[i] = math.sqrt(x)


@cuda.jit
def e110(a, b, out):
    i = cuda.grid(1)
    if i < out.size:
        x = a[i]
        y = b[i]
        out[i] = x / (y + 3)


@cuda.jit
def e111(a, out):
    i = cuda.grid(1)
    if i < out.size:
        x = a[i]
        out[i] = x.real


@cuda.jit
def e112(a, out):
    i = cuda.grid(1)
    if i < out.size:
        x = a[i]
        out[i] = x.imag


@cuda.jit
def e113(a, out):
    i = cuda.grid(1)
    if i < out.size:
        x = a[i]
        out[i] = x + 1j


@cuda.jit
def e114(a, b, out):
    i = cuda.grid(1)
    if i < out.size:
        x = a[i]
        y = b[i]
        out[i] = complex(x, y)


@cuda.jit
def e115(a, out):
    i = cuda.grid(1)
    if i < out.size:
        x = a[i]
        out[i] = x.conjugate()
