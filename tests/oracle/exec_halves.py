"""Writes what the kernels of tests/exec/language/halves.py must compute: tests/exec/data/halves.json.

Numbers come from NumPy's float16 and ml_dtypes' bfloat16, whose operations round once, and for fused and directed
roundings from exact fractions. Run with a Python that has NumPy, Numba and ml_dtypes.
"""
from fractions import Fraction
import math

import ml_dtypes
import numpy as np

from expectations import Topic, as_array, c_array, zeros

FILE = "halves.py"
TOPIC = Topic("halves")
BF16 = np.dtype(ml_dtypes.bfloat16)
F16 = np.dtype(np.float16)
# Numbers of a type: digits, exponent of the smallest subnormal, largest.
SHAPES = {F16: (11, -24, 65504), BF16: (8, -133, 3.3895313892515355e38)}

np.seterr(all="ignore")


def expect(kernel, args, results, variant="", **options):
    threads = max(a.view.shape[0] for a in args)
    TOPIC.expect(FILE, kernel, (threads + 127) // 128, 128, args, results, variant=variant, **options)


def all_numbers(dtype):
    return np.arange(1 << 16, dtype=np.uint16).view(dtype)


def sample(dtype, count, seed):
    """Bit patterns of every kind: specials, subnormals, and numbers near 1."""
    rng = np.random.default_rng(seed)
    some = rng.integers(0, 1 << 16, count // 2, dtype=np.uint16).view(dtype)
    near = rng.normal(0, 4, count - count // 2).astype(dtype)
    values = np.concatenate([some, near])
    rng.shuffle(values)
    return values


def rounded(exact, dtype, mode):
    """A Fraction as a number of the type: rn, rz, rd or ru."""
    digits, lowest, largest = SHAPES[dtype]
    if exact == 0:
        return dtype.type(0)
    magnitude = abs(exact)
    exponent = magnitude.numerator.bit_length() - magnitude.denominator.bit_length()
    while Fraction(2) ** exponent > magnitude:
        exponent -= 1
    while Fraction(2) ** (exponent + 1) <= magnitude:
        exponent += 1
    unit = Fraction(2) ** max(exponent - digits + 1, lowest)
    whole, rest = divmod(magnitude, unit)
    whole = int(whole)
    up = {"rn": rest * 2 > unit or (rest * 2 == unit and whole % 2 == 1), "rz": False,
          "rd": exact < 0 and rest > 0, "ru": exact > 0 and rest > 0}[mode]
    value = (whole + up) * unit
    if value > Fraction(largest):
        to_infinity = mode == "rn" or (mode == "ru" and exact > 0) or (mode == "rd" and exact < 0)
        value = math.inf if to_infinity else largest
    return dtype.type(math.copysign(float(value), exact))


def fused(x, y, z, dtype):
    wide = [float(v) for v in (x, y, z)]
    if not all(map(math.isfinite, wide)):
        return dtype.type(np.float64(wide[0]) * wide[1] + wide[2])
    exact = Fraction(wide[0]) * Fraction(wide[1]) + Fraction(wide[2])
    if exact == 0:
        return dtype.type(np.float64(wide[0]) * wide[1] + wide[2])
    return rounded(exact, dtype, "rn")


def dropping(function, x, y):
    return np.where(np.isnan(x), y, np.where(np.isnan(y), x, function(x, y)))


def operators():
    for dtype, name in ((F16, "float16"), (BF16, "bfloat16")):
        a, b = sample(dtype, 2048, 1), sample(dtype, 2048, 2)
        product = (a * b).astype(dtype)
        out = np.stack([a + b, a - b, a * b, a / b, -a, abs(a), (product + a).astype(dtype)], axis=1).astype(dtype)
        expect("arithmetic", [as_array(a), as_array(b), zeros(dtype, 2048, 7)], {2: out}, name)


def functions():
    for dtype, kernel in ((F16, "fp16_arithmetic"), (BF16, "bf16_arithmetic")):
        a, b, c = (sample(dtype, 2048, seed) for seed in (3, 4, 5))
        fma = np.array([fused(*v, dtype) for v in zip(a, b, c)], dtype)
        total = (a + b).astype(dtype)
        saturated = np.where(np.isnan(total), 0, np.clip(total.astype(np.float64), 0, 1)).astype(dtype)
        largest = dropping(np.maximum, a, b).astype(dtype)
        zeros_meet = (a == 0) & (b == 0)
        keep = ~zeros_meet
        with_nan = np.where(np.isnan(a) | np.isnan(b), np.nan, largest.astype(np.float32)).astype(dtype)
        out = np.stack([total, a - b, a * b, a / b, fma, -a, abs(a), largest, dropping(np.minimum, a, b), saturated,
                        np.where(fma < 0, 0, fma), with_nan], axis=1).astype(dtype)
        args = [as_array(v[keep]) for v in (a, b, c)] + [zeros(dtype, int(keep.sum()), 12)]
        expect(kernel, args, {3: out[keep]})


def comparisons():
    a, b = sample(F16, 1024, 6), sample(F16, 1024, 7)
    b[::7] = a[::7]
    a[::31] = np.nan
    a[5], a[6], b[8] = np.inf, -np.inf, np.nan
    unordered = np.isnan(a) | np.isnan(b)
    infinite = np.where(np.isinf(a), np.where(a > 0, 1, -1), 0)
    columns = [a == b, (a != b) & ~unordered, a < b, a <= b, a > b, a >= b, (a == b) | unordered, a != b,
               (a < b) | unordered, (a >= b) | unordered, np.isnan(a), infinite, a < b, a == b, a != b, a != 0]
    expect("fp16_comparisons", [as_array(a), as_array(b), zeros(np.int32, 1024, 16)],
           {2: np.stack(columns, axis=1).astype(np.int32)})


def mathematics():
    rng = np.random.default_rng(8)
    a = np.concatenate([rng.uniform(0.01, 4, 120), [0.5, 1, 1.5, 2, 2.5, 3]]).astype(np.float16)
    x = a.astype(np.float64)
    columns = [np.sin(x), np.cos(x), np.log(x), np.log2(x), np.log10(x), np.exp(x), np.exp2(x), 10.0 ** x, np.sqrt(x),
               1 / np.sqrt(x), 1 / x, np.floor(x), np.ceil(x), np.rint(x), np.trunc(x), np.tanh(x)]
    expect("fp16_math", [as_array(a), zeros(np.float16, a.size, 16)],
           {1: np.stack(columns, axis=1).astype(np.float16)}, tolerance=1.1e-3)


def conversions():
    for dtype, name in ((F16, "float16"), (BF16, "bfloat16")):
        every = all_numbers(dtype)
        every = every[~np.isnan(every)]
        expect("widened", [as_array(every), zeros(np.float32, every.size)], {1: every.astype(np.float32)},
               f"{name} to float32")
        some = every[::61]
        expect("widened", [as_array(some), zeros(np.float64, some.size)], {1: some.astype(np.float64)},
               f"{name} to float64")
        # Every number, the middle to its neighbour, and what lies next to these.
        finite = np.sort(every[np.isfinite(every)].astype(np.float64))[::29]
        middle = (finite[:-1] + finite[1:]) / 2
        values = np.concatenate([finite, middle, np.nextafter(middle, np.inf), np.nextafter(middle, -np.inf)])
        if dtype == F16:
            values = np.concatenate([values, [65519.99, 65520.0, -65520.0, 1e9, np.inf, -np.inf]])
            exact = values
        else:
            exact = values[abs(values) < 3e38]
        expected = np.array([dtype.type(v) if not math.isfinite(v) else rounded(Fraction(v), dtype, "rn")
                             for v in exact], dtype)
        expect("widened", [as_array(exact), zeros(dtype, exact.size)], {1: expected}, f"float64 to {name}")
        single = np.unique(exact.astype(np.float32))
        single = single[np.isfinite(single)]
        columns = {m: np.array([rounded(Fraction(float(v)), dtype, m) for v in single], dtype)
                   for m in ("rn", "rz", "rd", "ru")}
        negative = (np.signbit(single))
        for m, column in columns.items():
            columns[m] = np.where((column == 0) & negative, dtype.type(-0.0), column).astype(dtype)
        if dtype == F16:
            out = np.stack([columns[m] for m in ("rn", "rz", "rd", "ru")], axis=1)
            expect("half_directions", [as_array(single), zeros(dtype, single.size, 4)], {1: out})
        else:
            out = np.stack([columns[m] for m in ("rn", "rz", "rd", "ru", "rn", "rz", "rd")], axis=1)
            expect("bfloat_directions", [as_array(single), zeros(dtype, single.size, 7)], {1: out})


def integers():
    rng = np.random.default_rng(9)
    edges = [0, 1, -1, 255, 256, 257, 258, 259, -257, (1 << 53) + 1, (1 << 62) + (1 << 54), (1 << 62) + (1 << 54) + 1,
             (1 << 63) - 1, -(1 << 63), (1 << 60) + (1 << 52) - 1]
    a = np.concatenate([np.array(edges, np.int64), rng.integers(-(1 << 62), 1 << 62, 200)])
    b = rng.integers(-(1 << 31), 1 << 31, a.size).astype(np.int32)
    b[:15] = [0, 1, -1, 255, 256, 257, 258, 259, -257, 0x7FFFFFFF, -0x80000000, 0x1018000, 0x1018001, 0x17FFF, 0x18000]
    columns = [[rounded(Fraction(int(v)), BF16, m) for v in values]
               for values in (a, b) for m in ("rn", "rz", "rd", "ru")]
    columns.append(columns[0])
    expect("bfloat_from_integers", [as_array(a), as_array(b), zeros(BF16, a.size, 9)],
           {2: np.array(columns).T.astype(BF16)})

    x = np.array([0, 0.5, 1.5, 2.5, -0.5, -1.5, -2.5, 100.5, 127, 128, 200, 300, -129, 40000, -40000, 70000, 1e10, -1e10,
                  np.inf, -np.inf, 3.25], BF16)

    def clip(value, mode, low, high):
        value = float(value)
        if math.isinf(value):
            return high if value > 0 else low
        whole = {"rn": lambda v: int(np.rint(v)), "rz": math.trunc, "rd": math.floor, "ru": math.ceil}[mode](value)
        return min(max(whole, low), high)

    bits = x.view(np.int16)
    columns = [[clip(v, "rz", -128, 127) for v in x], [clip(v, "rz", 0, 255) for v in x],
               [clip(v, "rn", -32768, 32767) for v in x], [clip(v, "rd", 0, 65535) for v in x],
               [clip(v, "ru", -(1 << 31), (1 << 31) - 1) for v in x],
               [clip(v, "rn", -(1 << 63), (1 << 63) - 1) for v in x], bits.tolist(), x.view(np.uint16).tolist()]
    expect("integers_from_bfloat", [as_array(x), zeros(np.int64, x.size, 8)], {1: np.array(columns, np.int64).T})


def atomics():
    for dtype in (F16, BF16, np.dtype(np.int8), np.dtype(np.uint8), np.dtype(np.int16), np.dtype(np.uint16)):
        # Sums stay exact, so that no order of the threads shows.
        a = (np.arange(64) % 5).astype(dtype)
        total = np.zeros(4, dtype)
        for i, v in enumerate(a):
            total[i % 4] = dtype.type(total[i % 4] + v)
            total[-1] = dtype.type(total[-1] - v)
        args = [as_array(a), zeros(dtype, 4), c_array([3], dtype), c_array([1], dtype), zeros(dtype, 64)]
        expect("narrow_atomics", args, {1: total, 2: [0], 3: [4], 4: a}, str(dtype))
    a = (np.arange(32) % 4).astype(BF16)
    TOPIC.expect(FILE, "shared_narrow_atomics", 1, 32, [as_array(a), zeros(BF16, 3)],
                 {1: np.array([48, 3, 3], BF16)})


def fp8():
    every = np.arange(256, dtype=np.uint8)
    columns = [every.view(t).astype(np.float32)
               for t in (ml_dtypes.float8_e4m3fn, ml_dtypes.float8_e5m2, ml_dtypes.float8_e8m0fnu)]
    expect("fp8_decode", [as_array(every), zeros(np.float32, 256, 3)], {1: np.stack(columns, axis=1)})

    # Every float16, and in float32 the numbers next to the middles between two codes.
    halves = all_numbers(F16)[::7]
    halves = halves[~np.isnan(halves)]
    singles = []
    for kind in (ml_dtypes.float8_e4m3fn, ml_dtypes.float8_e5m2):
        codes = every.view(kind).astype(np.float32)
        codes = np.sort(codes[np.isfinite(codes)])
        middles = (codes[:-1] + codes[1:]) / 2
        singles += [codes, middles, np.nextafter(middles, np.float32(np.inf)), np.nextafter(middles, np.float32(-np.inf))]
    singles = np.concatenate(singles + [np.array([448, 464, 465, 1e9, 57344, 61439, 61440, np.inf, -np.inf], np.float32)])
    for values in (halves, singles):
        plain = [values.astype(np.float32).astype(t) for t in (ml_dtypes.float8_e4m3fn, ml_dtypes.float8_e5m2)]
        codes = [p.view(np.uint8) for p in plain]
        # ml_dtypes keeps the sign of NaN.
        codes[0] = np.where(codes[0] & 0x7F == 0x7F, 0x7F | (np.signbit(values) * 0x80), codes[0]).astype(np.uint8)
        saturated = [np.where((c & 0x7F) > largest, (c & 0x80) | largest, c).astype(np.uint8)
                     for c, largest in zip(codes, (0x7E, 0x7B))]
        out = np.stack(saturated + codes, axis=1)
        expect("fp8_encode", [as_array(values), zeros(np.uint8, values.size, 4)], {1: out}, str(values.dtype))

    scales = np.array([0, 1, 1.5, 2, 3, 4, 0.75, 1e-30, 1e30, 3e38, 2.0 ** 127, -5, 2.0 ** -126, 2.0 ** -127, 1.0000001],
                      np.float32)
    with np.errstate(all="ignore"):
        exponents = [-127 if v == 0 else math.ceil(math.log2(abs(float(v)))) for v in scales]
    expect("fp8_scales", [as_array(scales), zeros(np.uint8, scales.size)],
           {1: [min(max(e, -127), 127) + 127 for e in exponents]})


def constants():
    half, brain = np.float16, ml_dtypes.bfloat16
    known = [half(0.1), half(0.1), half(70000.0), half(2049), int(half(2.99999)), bool(half(1e-9)),
             np.float64(half(0.1)) + 1.0, np.float32(half(0.1)) * np.float32(3), half(0.1), half(0.1), brain(1.1),
             brain(257), int(brain(3.999)), np.float32(brain(0.1)) - np.float32(0.1)]
    expect("constants", [zeros(np.float64, len(known))], {0: [float(k) for k in known]})


def main():
    constants()
    fp8()
    operators()
    functions()
    comparisons()
    mathematics()
    conversions()
    integers()
    atomics()
    TOPIC.write()


if __name__ == "__main__":
    main()
