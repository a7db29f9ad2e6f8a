"""Writes what libdevice's functions must compute: tests/exec/data/libdevice.json and libdevice_kernels.py, a kernel for
each function. Expectations are computed in double or more digits by the functions of `mpmath`, NumPy and SciPy below, never
by libdevice. Run with a Python that has numpy, scipy and mpmath.
"""
import math
import pathlib
import re

import mpmath
import numpy as np
import scipy.special as sp

from expectations import DATA, Topic, c_array, zeros

ROWS = pathlib.Path(__file__).resolve().parents[2] / "compiler" / "builtins" / "libdevice.def"
TOPIC = Topic("libdevice", "data")
mpmath.mp.prec = 200

F = [0.0, -0.0, 0.1, 0.5, 0.75, 1.0, 1.5, 2.5, 3.0, 7.3, 20.25, 100.125, -0.1, -0.5, -1.0, -1.5, -2.5, -3.75, -20.25]
UNIT = [0.0, 0.1, 0.25, 0.5, 0.875, 1.0, -0.1, -0.5, -1.0]
POSITIVE = [0.1, 0.5, 1.0, 1.5, 2.0, 3.25, 10.0, 100.5]
SMALL = [0.0, 0.1, 0.5, 1.0, 2.5, 5.0, -0.1, -0.5, -1.0, -2.5, -5.0]
INT32 = [0, 1, 2, 3, 5, 77, 0x12345678, 0x7FFFFFFF, -1, -2, -100, -0x80000000]
INT64 = [0, 1, 3, 77, 0x123456789ABCDEF, (1 << 53) + 1, (1 << 63) - 1, -1, -100, -(1 << 53) - 1, -(1 << 63)]


def u32(x):
    return int(x) & 0xFFFFFFFF


def u64(x):
    return int(x) & 0xFFFFFFFFFFFFFFFF


def s32(x):
    x = u32(x)
    return x - (1 << 32) if x >> 31 else x


def s64(x):
    x = u64(x)
    return x - (1 << 64) if x >> 63 else x


def bits_of(x, kind):
    return int(np.array([x], kind).view({4: np.uint32, 8: np.uint64}[np.dtype(kind).itemsize])[0])


def from_bits(bits, kind):
    return np.array([bits], {4: np.uint32, 8: np.uint64}[np.dtype(kind).itemsize]).view(kind)[0]


def directed(exact, mode, kind):
    """An mpmath number as the neighbour of type `kind` that the rounding mode wants."""
    with np.errstate(all="ignore"):
        near = np.dtype(kind).type(float(exact)) if kind == "float64" else round_once(exact, kind)
    if mode == "rn" or mpmath.mpf(float(near)) == exact:
        return near
    down = mode == "rd" or (mode == "rz" and exact > 0)
    if down and float(near) > exact:
        return np.nextafter(near, np.dtype(kind).type(-np.inf))
    if not down and float(near) < exact:
        return np.nextafter(near, np.dtype(kind).type(np.inf))
    return near


def round_once(exact, kind):
    digits = {"float32": 24, "float16": 11, "float64": 53}[kind]
    with mpmath.workprec(digits):
        return np.dtype(kind).type(float(+exact))


def to_integer(x, mode, low, high, nan):
    if math.isnan(x):
        return nan
    if math.isinf(x):
        return high if x > 0 else low
    whole = {"rn": lambda v: int(np.rint(v)), "rz": math.trunc, "rd": math.floor, "ru": math.ceil}[mode](x)
    return min(max(whole, low), high)


def rounding(name):
    return name[-2:]


def mp1(function):
    return lambda x: mpmath.mpf(0) + function(mpmath.mpf(float(x)))


def mp2(function):
    return lambda x, y: function(mpmath.mpf(float(x)), mpmath.mpf(float(y)))


# name (without the f of float32): function of floats, samples
REAL = {
    "acos": (math.acos, UNIT), "acosh": (math.acosh, [1.0, 1.5, 2.0, 10.0, 100.5]), "asin": (math.asin, UNIT),
    "asinh": (math.asinh, F), "atan": (math.atan, F), "atanh": (math.atanh, [0.0, 0.1, 0.5, -0.1, -0.875]),
    "cbrt": (np.cbrt, F), "ceil": (np.ceil, F), "cos": (math.cos, F), "cosh": (math.cosh, SMALL),
    "cospi": (lambda x: float(mpmath.cospi(x)), F), "cyl_bessel_i0": (sp.i0, SMALL), "cyl_bessel_i1": (sp.i1, SMALL),
    "erf": (math.erf, SMALL), "erfc": (math.erfc, SMALL), "erfcinv": (sp.erfcinv, [0.1, 0.5, 1.0, 1.5, 1.9]),
    "erfcx": (sp.erfcx, [0.0, 0.5, 1.0, 2.5, 7.0, 20.0, -0.5, -1.0]),
    "erfinv": (sp.erfinv, [0.0, 0.1, 0.5, 0.9, -0.1, -0.9]), "exp": (math.exp, SMALL),
    "exp10": (lambda x: float(mpmath.mpf(10) ** mpmath.mpf(x)), SMALL), "exp2": (np.exp2, SMALL),
    "expm1": (math.expm1, SMALL), "fabs": (abs, F), "floor": (np.floor, F),
    "j0": (sp.j0, [0.5, 1.0, 3.0, 7.5]), "j1": (sp.j1, [0.5, 1.0, 3.0, 7.5]), "lgamma": (math.lgamma, POSITIVE),
    "log": (math.log, POSITIVE), "log10": (math.log10, POSITIVE), "log1p": (math.log1p, [0.0, 0.1, 1.0, 7.5, -0.5]),
    "log2": (math.log2, POSITIVE), "logb": (lambda x: math.frexp(x)[1] - 1, POSITIVE), "nearbyint": (np.rint, F),
    "normcdf": (sp.ndtr, SMALL), "normcdfinv": (sp.ndtri, [0.1, 0.25, 0.5, 0.75, 0.9]),
    "rcbrt": (lambda x: 1 / np.cbrt(x), POSITIVE), "rint": (np.rint, F), "round": (lambda x: math.copysign(
        math.floor(abs(x) + 0.5), x), F), "rsqrt": (lambda x: 1 / math.sqrt(x), POSITIVE), "sin": (math.sin, F),
    "sinh": (math.sinh, SMALL), "sinpi": (lambda x: float(mpmath.sinpi(x)), F), "sqrt": (math.sqrt, POSITIVE),
    "tan": (math.tan, SMALL), "tanh": (math.tanh, SMALL), "tgamma": (math.gamma, POSITIVE), "trunc": (np.trunc, F),
    "y0": (sp.y0, [0.5, 1.0, 3.0, 7.5]), "y1": (sp.y1, [0.5, 1.0, 3.0, 7.5]),
    "saturate": (lambda x: min(max(x, 0.0), 1.0), F),
    "fast_cos": (math.cos, SMALL), "fast_sin": (math.sin, SMALL), "fast_tan": (math.tan, [0.1, 0.5, 1.0, -0.5]),
    "fast_exp": (math.exp, SMALL), "fast_exp10": (lambda x: 10.0 ** x, SMALL), "fast_log": (math.log, POSITIVE),
    "fast_log2": (math.log2, POSITIVE), "fast_log10": (math.log10, POSITIVE), "fast_tanh": (math.tanh, SMALL),
}
PAIRS = [(1.5, 2.0), (3.0, 0.75), (7.25, -2.5), (0.1, 3.0), (-0.5, 2.0), (10.0, 10.0), (-6.5, -4.0)]
POWERS = [(1.5, 2.0), (3.0, 0.75), (7.25, -2.5), (0.1, 3.0), (2.0, 10.0)]
REAL2 = {
    "atan2": (math.atan2, PAIRS), "copysign": (math.copysign, PAIRS), "fdim": (lambda x, y: max(x - y, 0.0), PAIRS),
    "fmax": (max, PAIRS), "fmin": (min, PAIRS), "fmod": (math.fmod, PAIRS), "hypot": (math.hypot, PAIRS),
    "pow": (math.pow, POWERS), "remainder": (math.remainder, PAIRS), "rhypot": (lambda x, y: 1 / math.hypot(x, y), PAIRS),
    "fast_fdivide": (lambda x, y: x / y, PAIRS), "fast_pow": (math.pow, POWERS),
}
TRIPLES = [(1.5, 2.0, 3.0), (0.1, 0.2, 0.3), (-7.0, 2.5, 11.0), (1.0, -1.0, 0.5)]
REAL3 = {"norm3d": lambda *v: math.hypot(*v), "rnorm3d": lambda *v: 1 / math.hypot(*v)}
REAL4 = {"norm4d": lambda *v: math.hypot(*v), "rnorm4d": lambda *v: 1 / math.hypot(*v)}
LOOSE = {"cyl_bessel_i0": 1e-5, "cyl_bessel_i1": 1e-5, "j0": 1e-5, "j1": 1e-5, "y0": 1e-5, "y1": 1e-5, "jn": 1e-4,
         "yn": 1e-4, "erfcx": 1e-5, "tgamma": 1e-5, "normcdf": 1e-5}


def arithmetic(name):
    """add, sub, mul, div, rcp, sqrt, fma with a rounding mode."""
    match = re.fullmatch(r"([fd])(add|sub|mul|div|rcp|sqrt|rsqrt)_(r[nzdu])|(fmaf?)(?:_ieee)?_(r[nzdu])", name)
    if not match:
        return None
    kind = "float32" if name.startswith(("fma", "f")) and name[:4] != "fma_" else "float64"
    op, mode = (match[2], match[3]) if match[2] else ("fma", match[5])
    functions = {"add": lambda x, y: x + y, "sub": lambda x, y: x - y, "mul": lambda x, y: x * y,
                 "div": lambda x, y: x / y, "rcp": lambda x: 1 / x, "sqrt": mpmath.sqrt,
                 "rsqrt": lambda x: 1 / mpmath.sqrt(x), "fma": lambda x, y, z: x * y + z}
    samples = {1: [(v,) for v in (0.1, 0.7, 2.0, 3.0, 1e10)],
               2: [(0.1, 0.7), (3.0, 7.0), (1.0, 1e-9), (-1.0, 3e-10), (-0.3, 0.7), (1e20, -1.0)],
               3: [(0.1, 0.7, 0.3), (-0.1, 0.7, 1e9), (3.0, 1 / 3, -1.0), (1.0, 1.0, 1e-20)]}
    arity = 1 if op in ("rcp", "sqrt", "rsqrt") else 3 if op == "fma" else 2

    def compute(*args):
        return directed(functions[op](*[mpmath.mpf(float(a)) for a in args]), mode, kind)
    return compute, samples[arity], kind


LIMITS = {"int": (32, True), "uint": (32, False), "ll": (64, True), "ull": (64, False)}


def conversion(name):
    match = re.fullmatch(r"(float|double)2(int|uint|ll|ull)_(r[nzdu])", name)
    if match:
        bits, is_signed = LIMITS[match[2]]
        low, high = (-(1 << bits - 1), (1 << bits - 1) - 1) if is_signed else (0, (1 << bits) - 1)
        nan = 1 << (bits - 1) if bits == 64 or match[1] == "double" else 0
        wrap = s32 if bits == 32 else s64
        samples = [(v,) for v in F + [1e10, -1e10, 1e30, -1e30, math.inf, -math.inf, math.nan]]
        return lambda x: wrap(to_integer(float(x), match[3], low, high, nan)), samples
    match = re.fullmatch(r"(int|uint|ll|ull)2(float|double)_(r[nzdu])", name)
    if match:
        bits, is_signed = LIMITS[match[1]]
        values = INT32 if bits == 32 else INT64
        wrap = (lambda v: v) if is_signed else (u32 if bits == 32 else u64)
        kind = "float32" if match[2] == "float" else "float64"
        return lambda x: directed(mpmath.mpf(wrap(int(x))), match[3], kind), [(v,) for v in values]
    match = re.fullmatch(r"double2float_(r[nzdu])", name)
    if match:
        values = [0.1, -0.1, 1 / 3, 1e10 + 1, -7.7, 1.0, 2.5]
        return lambda x: directed(mpmath.mpf(float(x)), match[1], "float32"), [(v,) for v in values]
    return None


PAIRS32 = [(a, b) for a in (0, 5, 77, 0x12345678, 0x7FFFFFFF, -1, -100, -0x80000000) for b in (3, -7, 0x7FFFFFFF)]
PAIRS64 = [(a, b) for a in (0, 5, 0x123456789ABCDEF, (1 << 63) - 1, -1, -(1 << 63)) for b in (3, -7, (1 << 62) + 5)]


def s24(x):
    x = int(x) & 0xFFFFFF
    return x - (1 << 24) if x >> 23 else x


def permuted(x, y, s):
    data = (u32(y) << 32 | u32(x)).to_bytes(8, "little")
    out = 0
    for i in range(4):
        selector = u32(s) >> 4 * i & 0xF
        byte = data[selector & 7]
        # Through prmt alone bit 3 spreads the sign; the function ignores it.
        out |= byte << 8 * i
    return s32(out)


INTEGER = {
    "abs": (lambda x: s32(abs(x)), [(v,) for v in INT32]), "llabs": (lambda x: s64(abs(x)), [(v,) for v in INT64]),
    "brev": (lambda x: s32(int(format(u32(x), "032b")[::-1], 2)), [(v,) for v in INT32]),
    "brevll": (lambda x: s64(int(format(u64(x), "064b")[::-1], 2)), [(v,) for v in INT64]),
    "byte_perm": (permuted, [(0x01020304, 0x05060708, s) for s in (0x7531, 0x0123, 0x7654, 0x3210)]),
    "clz": (lambda x: 32 - u32(x).bit_length(), [(v,) for v in INT32]),
    "clzll": (lambda x: 64 - u64(x).bit_length(), [(v,) for v in INT64]),
    "ffs": (lambda x: (u32(x) & -u32(x)).bit_length(), [(v,) for v in INT32]),
    "ffsll": (lambda x: (u64(x) & -u64(x)).bit_length(), [(v,) for v in INT64]),
    "popc": (lambda x: u32(x).bit_count(), [(v,) for v in INT32]),
    "popcll": (lambda x: u64(x).bit_count(), [(v,) for v in INT64]),
    "hadd": (lambda x, y: s32((x + y) >> 1), PAIRS32), "rhadd": (lambda x, y: s32((x + y + 1) >> 1), PAIRS32),
    "uhadd": (lambda x, y: s32((u32(x) + u32(y)) >> 1), PAIRS32),
    "urhadd": (lambda x, y: s32((u32(x) + u32(y) + 1) >> 1), PAIRS32),
    "max": (max, PAIRS32), "min": (min, PAIRS32), "llmax": (max, PAIRS64), "llmin": (min, PAIRS64),
    "umax": (lambda x, y: s32(max(u32(x), u32(y))), PAIRS32), "umin": (lambda x, y: s32(min(u32(x), u32(y))), PAIRS32),
    "ullmax": (lambda x, y: s64(max(u64(x), u64(y))), PAIRS64),
    "ullmin": (lambda x, y: s64(min(u64(x), u64(y))), PAIRS64),
    "mul24": (lambda x, y: s32(s24(x) * s24(y)), PAIRS32),
    "umul24": (lambda x, y: s32((u32(x) & 0xFFFFFF) * (u32(y) & 0xFFFFFF)), PAIRS32),
    "mulhi": (lambda x, y: s32(x * y >> 32), PAIRS32), "umulhi": (lambda x, y: s32(u32(x) * u32(y) >> 32), PAIRS32),
    "mul64hi": (lambda x, y: s64(x * y >> 64), PAIRS64), "umul64hi": (lambda x, y: s64(u64(x) * u64(y) >> 64), PAIRS64),
    "sad": (lambda x, y, z: s32(abs(x - y) + z), [(a, b, 11) for a, b in PAIRS32 if abs(a) < 1 << 30 and abs(b) < 1 << 30]),
    "usad": (lambda x, y, z: s32(abs(u32(x) - u32(y)) + z), [(a, b, 11) for a, b in PAIRS32]),
    "hiloint2double": (lambda h, l: from_bits(u32(h) << 32 | u32(l), "float64"), [(0x3FF00000, 0), (0x40091EB8, 0x51EB851F), (-0x3FF00000, 7)]),
    "int_as_float": (lambda x: from_bits(u32(x), "float32"), [(0x3F800000,), (0x40490FDB,), (-0x3F800000,)]),
    "uint_as_float": (lambda x: from_bits(u32(x), "float32"), [(0x3F800000,), (0x40490FDB,), (0xC0800000,)]),
    "longlong_as_double": (lambda x: from_bits(u64(x), "float64"), [(0x3FF0000000000000,), (0x400921FB54442D18,)]),
    "half2float": (lambda x: float(np.array([x], np.int16).view(np.float16)[0]), [(0x3C00,), (0x3555,), (1,), (-0x4000,)]),
}
FROM_REAL = {
    "double2hiint": (lambda x: s32(bits_of(x, "float64") >> 32), F), "double2loint": (lambda x: s32(bits_of(x, "float64")), F),
    "double_as_longlong": (lambda x: s64(bits_of(x, "float64")), F), "float_as_int": (lambda x: s32(bits_of(x, "float32")), F),
    "float_as_uint": (lambda x: bits_of(x, "float32"), F),
    "float2half_rn": (lambda x: int(np.array([x], np.float32).astype(np.float16).view(np.int16)[0]), F),
    "finitef": (lambda x: int(math.isfinite(x)), F + [math.inf, math.nan]), "isfinited": (lambda x: int(math.isfinite(x)), F + [math.inf, math.nan]),
    "isinff": (lambda x: int(math.isinf(x)), F + [math.inf, math.nan]), "isinfd": (lambda x: int(math.isinf(x)), F + [math.inf, math.nan]),
    "isnanf": (lambda x: int(math.isnan(x)), F + [math.inf, math.nan]), "isnand": (lambda x: int(math.isnan(x)), F + [math.inf, math.nan]),
    "signbitf": (lambda x: int(math.copysign(1, x) < 0), F), "signbitd": (lambda x: int(math.copysign(1, x) < 0), F),
    "ilogb": (lambda x: math.frexp(x)[1] - 1, POSITIVE), "ilogbf": (lambda x: math.frexp(x)[1] - 1, POSITIVE),
    "llrint": (lambda x: int(np.rint(x)), F), "llrintf": (lambda x: int(np.rint(x)), F),
    "llround": (lambda x: int(math.copysign(math.floor(abs(x) + 0.5), x)), F),
    "llroundf": (lambda x: int(math.copysign(math.floor(abs(x) + 0.5), x)), F),
    "rcp64h": (lambda x: from_bits(bits_of(1 / x, "float64") & ~0xFFFFFFFF, "float64"), [1.0, 2.0, 0.5, 4.0]),
}
BOOLEAN = {"finitef", "isfinited", "isinff", "isinfd", "isnanf", "isnand", "signbitf", "signbitd"}
SCALED = [(1.5, 3), (0.1, -2), (-7.25, 10), (3.0, 0)]
MIXED = {
    "ldexp": (math.ldexp, SCALED), "scalbn": (math.ldexp, SCALED),
    "powi": (lambda x, n: x ** n, [(1.5, 3), (2.0, -2), (-3.0, 5), (7.0, 0)]),
    "jn": (lambda n, x: float(sp.jn(n, x)), [(2, 1.5), (3, 4.0), (0, 2.0)]),
    "yn": (lambda n, x: float(sp.yn(n, x)), [(2, 1.5), (3, 4.0), (0, 2.0)]),
}


def quotient_bits(x, y):
    exact = mpmath.mpf(x) / mpmath.mpf(y)
    return int(mpmath.nint(exact))


SEVERAL = {
    "sincos": (lambda x: (math.sin(x), math.cos(x)), [(v,) for v in F]),
    "sincospi": (lambda x: (float(mpmath.sinpi(x)), float(mpmath.cospi(x))), [(v,) for v in F]),
    "fast_sincos": (lambda x: (math.sin(x), math.cos(x)), [(v,) for v in SMALL]),
    "frexp": (math.frexp, [(v,) for v in F]), "modf": (math.modf, [(v,) for v in F]),
    "remquo": (lambda x, y: (math.remainder(x, y), quotient_bits(x, y)), [(7.5, 2.0), (10.25, 3.0), (1.0, 7.0)]),
}


def lookup(name):
    """The function that a name stands for, its samples, and whether results are exact."""
    base = name.removesuffix("f")
    for get in (conversion, lambda n: (arithmetic(n) or (None, None))[:2] if arithmetic(n) else None):
        found = get(name)
        if found:
            return found[0], found[1], True
    for table, exact in ((INTEGER, True),):
        if name in table:
            return table[name] + (exact,)
    if name in FROM_REAL:
        return FROM_REAL[name][0], [(v,) for v in FROM_REAL[name][1]], True
    for key in (name, base):
        if key in REAL:
            return REAL[key][0], [(v,) for v in REAL[key][1]], False
        if key in REAL2:
            return REAL2[key] + (False,)
        if key in REAL3:
            return REAL3[key], TRIPLES, False
        if key in REAL4:
            return REAL4[key], [t + (0.5,) for t in TRIPLES], False
        if key in MIXED:
            return MIXED[key] + (False,)
        if key in SEVERAL:
            return SEVERAL[key] + (False,)
    if base == "nextafter":
        kind = np.float32 if name.endswith("f") else np.float64
        return (lambda x, y: np.nextafter(kind(x), kind(y))), PAIRS, True
    if base in ("fma",):
        return (lambda x, y, z: float(mpmath.mpf(x) * y + z)), [(0.1, 0.7, 0.3), (3.0, 2.0, -1.0)], False
    raise KeyError(name)


def tolerance(name, results, exact):
    if exact:
        return 0.0
    base = name.removesuffix("f")
    if name.startswith("fast_"):
        return 2e-5
    if "float32" in results or name.endswith("f"):
        return LOOSE.get(base, 2e-6)
    return 1e-13 if base not in LOOSE else 1e-10


def main():
    text = ['"""Made by tests/oracle/exec_libdevice.py."""\n\nfrom numba import cuda\nfrom numba.cuda import libdevice\n']
    count = 0
    for line in ROWS.read_text().splitlines():
        match = re.match(r'KC_BUILTIN\(\w+, "cuda\.libdevice\.(\w+)", "(\(.*?\)|\w+)\((.*?)\)"', line)
        if not match:
            continue
        name, operands = match[1], match[3].split(", ")
        results = match[2].strip("()").split(", ")
        function, samples, exact = lookup(name)
        columns = [np.array([s[i] for s in samples]).astype(kind) for i, kind in enumerate(operands)]
        with np.errstate(all="ignore"):
            values = [function(*[c[i].item() for c in columns]) for i in range(len(samples))]
        values = [v if isinstance(v, tuple) else (v,) for v in values]
        ins = [chr(ord("a") + i) for i in range(len(operands))]
        outs = [f"r{i}" for i in range(len(results))]
        reads = ", ".join(f"{v}[i]" for v in ins)
        stores = ", ".join(f"{v}[i]" for v in outs)
        if name in BOOLEAN:
            # Not zero is what these promise.
            call = f"libdevice.{name}({reads}) != 0"
        else:
            call = f"libdevice.{name}({reads})"
        text.append(f"@cuda.jit\ndef {name}({', '.join(ins + outs)}):\n    i = cuda.grid(1)\n    if i < r0.size:\n"
                    f"        {stores} = {call}\n")
        args = [c_array(c, k) for c, k in zip(columns, operands)] + [zeros(k, len(samples)) for k in results]
        expected = {}
        for i, kind in enumerate(results):
            expected[len(operands) + i] = np.array([v[i] for v in values]).astype(kind)
        TOPIC.expect("libdevice_kernels.py", name, 1, 32, args, expected, tolerance=tolerance(name, results, exact))
        count += 1
    (DATA / "libdevice_kernels.py").write_text("\n\n".join(text))
    TOPIC.write()


if __name__ == "__main__":
    main()
