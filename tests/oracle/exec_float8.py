"""Writes what the kernels of tests/exec/language/float8.py must compute: tests/exec/data/float8.json.

The numbers of e4m3 and e5m2 are ml_dtypes', and so are the codes of float32; of wider numbers, which ml_dtypes rounds twice,
they come from the middles between two numbers. What is too large becomes the largest number, NaN the code 0x7f, as CUDA has it. e8m0 takes the power of two at or above, from exact fractions. Run with a Python that has NumPy,
Numba and ml_dtypes.
"""
from fractions import Fraction
import math

import ml_dtypes
import numpy as np

from expectations import Array, Topic, as_array, zeros

FILE = "float8.py"
TOPIC = Topic("float8")
E4M3 = np.dtype(ml_dtypes.float8_e4m3fn)
E5M2 = np.dtype(ml_dtypes.float8_e5m2)
E8M0 = np.dtype(ml_dtypes.float8_e8m0fnu)
BF16 = np.dtype(ml_dtypes.bfloat16)
LARGEST = {E4M3: 448.0, E5M2: 57344.0}
EVERY = np.arange(256, dtype=np.uint8)
MODES = ("numba", "weak")

np.seterr(all="ignore")


def expect(kernel, args, results, variant="", threads=None, **options):
    block = threads or 128
    threads = threads or max(a.view.shape[0] for a in args if hasattr(a, "view"))
    for mode in MODES:
        name = f"{variant}_{mode}" if variant else mode
        own = [as_array(a.view) if isinstance(a, Array) else a for a in args]
        TOPIC.expect(FILE, kernel, (threads + block - 1) // block, block, own, results, variant=name, options={"literals": mode},
                    **options)


def rounded(values, dtype):
    """Numbers as codes of e4m3 or e5m2."""
    limit = LARGEST[dtype]
    numbers = np.arange(128, dtype=np.uint8).view(dtype).astype(np.float64)
    numbers = numbers[:np.searchsorted(numbers, limit) + 1]
    wide = np.asarray(values, np.float64)
    magnitude = np.clip(np.abs(np.nan_to_num(wide, nan=0.0, posinf=1e300, neginf=-1e300)), 0, limit)
    below = np.searchsorted(numbers, magnitude, side="right") - 1
    above = np.minimum(below + 1, numbers.size - 1)
    # Middles are exact in float64, where a way through float32 would round twice.
    middle = (numbers[below] + numbers[above]) / 2
    codes = np.where((magnitude > middle) | ((magnitude == middle) & (below % 2 == 1)), above, below)
    codes = np.where(np.isnan(wide), 0x7F, codes | np.where(np.signbit(wide), 0x80, 0)).astype(np.uint8)
    if np.asarray(values).dtype == np.float32:
        assert (codes == np.where(np.isnan(wide), 0x7F, np.clip(values, -limit, limit).astype(dtype).view(np.uint8))).all()
    return codes.view(dtype)


def power(value, up=True):
    """A number as a code of e8m0."""
    value = abs(float(value)) if isinstance(value, (float, np.floating)) else abs(int(value))
    if value != value:
        return 255
    if value == 0:
        return 0
    if value == math.inf:
        return 254
    exact = Fraction(value)
    exponent = exact.numerator.bit_length() - exact.denominator.bit_length() - 1
    while Fraction(2) ** (exponent + 1) <= exact:
        exponent += 1
    if up and Fraction(2) ** exponent < exact:
        exponent += 1
    return min(max(exponent, -127), 127) + 127


def powers(values):
    return np.array([power(v if v.dtype.kind in "iub" else float(v)) for v in values], np.uint8).view(E8M0)


def decode():
    for dtype, kernel in ((E4M3, "decode_e4m3"), (E5M2, "decode_e5m2")):
        codes = EVERY.view(dtype)
        wide = codes.astype(np.float64)
        results = {1: wide.astype(np.float32), 2: wide, 3: wide.astype(np.float16), 4: wide.astype(BF16), 5: wide != 0}
        expect(kernel, [as_array(codes)] + [zeros(t, 256) for t in (np.float32, np.float64, np.float16, BF16, np.bool_)],
               results)
    codes = EVERY.view(E8M0)
    wide = np.array([2.0 ** (c - 127) if c < 255 else math.nan for c in range(256)])
    expect("decode_e8m0", [as_array(codes)] + [zeros(t, 256) for t in (np.float32, np.float64, BF16, np.int32)],
           {1: wide.astype(np.float32), 2: wide, 3: wide.astype(BF16), 4: np.ones(256)})


def singles():
    """Every code, the middles between two codes, and the numbers next to these; the ends of the ranges."""
    parts = []
    for dtype in (E4M3, E5M2):
        codes = EVERY.view(dtype).astype(np.float32)
        codes = np.sort(codes[np.isfinite(codes)])
        middles = (codes[:-1] + codes[1:]) / 2
        parts += [codes, middles, np.nextafter(middles, np.float32(np.inf)), np.nextafter(middles, np.float32(-np.inf))]
    scales = 2.0 ** np.arange(-149, 128)
    parts += [scales, np.nextafter(scales.astype(np.float32), np.float32(np.inf)), scales * 1.5]
    parts.append([448, 463.9, 464, 465, 480, 512, 1e9, 57344, 61439, 61440, 65536, 3.4e38, np.inf, -np.inf, np.nan, 0.0, -0.0])
    return np.concatenate([np.asarray(p, np.float32) for p in parts])


def encode():
    numbers = singles()
    doubles = np.concatenate([numbers.astype(np.float64)] + [np.nextafter(numbers.astype(np.float64), d) for d in (1e300, -1e300)] +
                             [[1e300, -1e300, 5e-324, 2.0 ** -128, 2.0 ** 127, 2.0 ** 127 * 1.0000001]])
    floats = [np.arange(1 << 16, dtype=np.uint16)[::5].view(np.float16), np.arange(1 << 16, dtype=np.uint16)[::5].view(BF16),
              numbers, doubles]
    integers = []
    for dtype in (np.int8, np.int16, np.int32, np.int64, np.uint8, np.uint16, np.uint32, np.uint64):
        info = np.iinfo(dtype)
        some = [0, 1, 2, 3, 5, 7, 9, 17, 18, 19, 27, 100, 120, 127, 255, 256, 431, 432, 433, 464, 465, 500, 1000, 4097, 32767,
                57344, 61440, 65535, 2 ** 24 + 1, 2 ** 31 - 1, 2 ** 53 + 1, 2 ** 62 + 1, 2 ** 63 - 1, 2 ** 64 - 1]
        some += [-v for v in some]
        integers.append(np.array([v for v in some if info.min <= v <= info.max], dtype))
    integers.append(np.array([False, True]))
    for values in floats + integers:
        n = values.size
        expect("encode", [as_array(values), zeros(E4M3, n), zeros(E5M2, n), zeros(E8M0, n)],
               {1: rounded(values, E4M3), 2: rounded(values, E5M2), 3: powers(values)}, str(values.dtype))
        expect("encode_by_storing", [as_array(values), zeros(E4M3, n), zeros(E5M2, n)],
               {1: rounded(values, E4M3), 2: rounded(values, E5M2)}, str(values.dtype))


def others():
    finite4 = EVERY[(EVERY & 0x7F) < 0x7F].view(E4M3)[:252]
    finite5 = EVERY[(EVERY & 0x7F) < 0x7C].view(E5M2)[:252]
    finite5 = np.resize(finite5, 252)
    f4, f5 = finite4.astype(np.float64), finite5.astype(np.float64)
    small = np.where(np.abs(f4) < 256, f4, 1).astype(E4M3)
    s4 = small.astype(np.float64)
    out = np.stack([np.trunc(s4), np.trunc(s4), np.trunc(f5), np.trunc(np.abs(s4))], axis=1).astype(np.int64)
    expect("to_integers", [as_array(small), as_array(finite5), zeros(np.int64, 252, 4)], {2: out})
    every4, every5 = EVERY.view(E4M3), EVERY.view(E5M2)
    expect("between", [as_array(every4), as_array(every5), zeros(E5M2, 256), zeros(E4M3, 256)],
           {2: rounded(every4.astype(np.float64), E5M2), 3: rounded(every5.astype(np.float64), E4M3)})
    expect("bits", [as_array(every4), zeros(np.uint8, 256), zeros(E4M3, 256)], {1: EVERY, 2: every4})
    codes = np.array([0x38, 0x39, 0x40, 0xB8, 0, 0], np.uint8)
    two, one = rounded([2.0, 1.0], E4M3).view(np.uint8)
    expect("views", [as_array(codes), zeros(np.float32, 6)],
           {0: [codes[0], two, two, codes[3], one, one], 1: codes.view(E4M3).astype(np.float32)}, threads=1)
    a = np.linspace(-20, 500, 32).astype(np.float32)
    q4, q5 = rounded(a, E4M3).astype(np.float32), rounded(a, E5M2).astype(np.float32)
    out = np.stack([q4[::-1] * 4, q5 / 2, np.where(np.arange(32) % 2 == 1, q4[0], q4)], axis=1)
    for mode in MODES:
        TOPIC.expect(FILE, "shared_and_local", 1, 32, [as_array(a), zeros(np.float32, 32, 3)], {1: out}, variant=mode,
                     options={"literals": mode})
    expect("carried", [as_array(rounded([1, 5, 3, 2], E4M3)), zeros(np.float32, 2)], {1: [5, 2]}, threads=1)
    expect("scalars", [rounded([1.75], E4M3)[0], np.uint8(129).view(E8M0), zeros(np.float32, 3)],
           {2: [1.75, 4, 448 - 57344 + 4]}, threads=1)
    kind = np.dtype([("q", E4M3), ("scale", E8M0), ("n", np.int32)], align=True)
    cells = np.zeros(8, kind)
    cells["q"] = rounded(np.arange(8), E4M3)
    cells["scale"] = (EVERY[125:133]).view(E8M0)
    products = rounded([i * 2.0 ** (i - 2) for i in range(8)], E4M3)
    after = cells.copy()
    after["q"] = products
    expect("records", [as_array(cells), zeros(np.float32, 8)], {0: after, 1: products.astype(np.float32)})
    x = np.array([1e20, 2.0 ** 127 * 1.5, 1.5, 3, -7, 0.3, np.nan], np.float32)
    wide = x.astype(np.float64) * 1.01
    plain4 = np.where(np.abs(x) > 464, np.uint8(0x7F), rounded(x, E4M3).view(np.uint8))
    plain5 = np.where(np.abs(wide) >= 61440, np.uint8(0x7C), rounded(wide, E5M2).view(np.uint8))
    nan = np.isnan(x)
    out = np.stack([np.where(nan, 0x7F, plain4), rounded(x, E5M2).view(np.uint8), np.where(nan, 0x7F, plain5),
                    rounded(wide, E4M3).view(np.uint8),
                    [255 if power(float(v)) == 254 and v > 2.0 ** 127 else power(float(v)) for v in x],
                    [power(float(v), up=False) for v in wide]], axis=1)
    expect("cuda_functions", [as_array(x), as_array(wide), zeros(np.uint8, x.size, 6)], {2: out})
    codes = out.astype(np.uint16)
    pairs = np.concatenate([codes | codes[::-1] << 8, np.ones((x.size, 1), np.uint16)], axis=1)
    expect("cuda_functions_of_pairs", [as_array(x), as_array(wide), zeros(np.uint16, x.size, 7)], {2: pairs})
    several(x, wide)
    q = rounded([1.5, 448, 3], E4M3)
    for mode in MODES:
        TOPIC.expect(FILE, "printed", 1, 1, [as_array(q)], {}, variant=mode, options={"literals": mode},
                     stdout=["q 1.500000 (448.000000, 2)"])


def joined(*lanes):
    """Codes as the bytes of one number, the first in the lowest."""
    return sum(np.asarray(lane).view(np.uint8).astype(np.uint32) << 8 * i for i, lane in enumerate(lanes))


def several(x, wide):
    def formats(*lanes):
        return [joined(*[rounded(v, E4M3) for v in lanes]), joined(*[rounded(v, E5M2) for v in lanes]),
                joined(*[powers(v) for v in lanes])]

    def numbers(values, dtype):
        return rounded(values, dtype).astype(np.float64)

    n = x.size
    codes = formats(x, x[::-1]) + formats(wide, wide[::-1]) + [np.zeros(n), np.ones(n)]
    decoded = [2.0 ** (int(c) - 127) if c < 255 else math.nan for c in powers(x[::-1]).view(np.uint8)]
    back = [numbers(x, E4M3), numbers(x[::-1], E4M3), decoded, numbers(wide, E5M2)]
    expect("pairs", [as_array(x), as_array(wide), zeros(np.uint16, n, 8), zeros(np.float64, n, 4)],
           {2: np.stack(codes, axis=1), 3: np.stack(back, axis=1)})
    four = (x, x[::-1], -x, np.full(n, x[0]))
    codes = formats(*four) + formats(wide, wide[::-1], np.full(n, wide[0]), -wide) + [np.ones(n)]
    expect("quadruples", [as_array(x), as_array(wide), zeros(np.uint32, n, 7), zeros(np.float64, n, 4)],
           {2: np.stack(codes, axis=1), 3: np.stack([numbers(v, E5M2) for v in four], axis=1)})
    a = np.linspace(-20, 500, 32).astype(np.float32)
    one, two = rounded(a, E4M3), rounded(np.full(32, 2.0), E4M3)
    wider = [rounded(v.astype(np.float64), E5M2) for v in (one, two, two, one)]
    odd = np.arange(32) % 2 == 1
    out = np.stack([joined(*wider)[::-1], np.where(odd, joined(one, two), joined(two, one))], axis=1)
    for mode in MODES:
        TOPIC.expect(FILE, "pairs_kept", 1, 32, [as_array(a), zeros(np.uint32, 32, 2)], {1: out}, variant=mode,
                     options={"literals": mode})


def refused():
    q = rounded([1.5, 448, 3], E4M3)
    out = zeros(np.float32, 1)
    for kernel, kind, text in (
            ("added", "NoOperator", "float8_e4m3fn"), ("compared", "NoOperator", "float8_e4m3fn"),
            ("mixed_types", "CannotUnify", "float8_e4m3fn"), ("math_called", "ArgumentType", "float8_e4m3fn"),
            ("complex_made", "BadCast", "complex64"), ("one_of_a_pair", "CallArity", "`fp8x2_e4m3` takes 2 lanes, 1 given"),
            ("third_of_a_pair", "UnknownAttribute", "fp8x2_e4m3 has no attribute `z`"),
            ("codes_of_floats", "UnknownAttribute", "float32x2 has no attribute `__x`"),
            ("added_pairs", "NoOperator", "fp8x2_e5m2")):
        TOPIC.error(FILE, kernel, 1, 1, as_array(q), out, kind=kind, text=text)
    TOPIC.error(FILE, "atomically", 1, 1, as_array(q), kind="AtomicType", text="float8_e4m3fn")


def main():
    decode()
    encode()
    others()
    refused()
    TOPIC.write()


if __name__ == "__main__":
    main()
