"""Writes what the kernels of tests/exec/language/conversions.py must compute: tests/exec/data/conversions.json.

Types are those of numba-cuda (exec_cuda_types.py asks it); values follow its implementations: the sum of a mean is in the type
of the elements and the quotient in float64, the phase of an angle in that of its argument. Where Numba's compiler for the CPU
has the function too, or NumPy computes the same, the value is theirs. Run with a Python that has Numba and NumPy 2.
"""
import cmath

from expectations import *
from numba import njit

TOPIC = Topic("conversions")
NAT = np.iinfo(np.int64).min


def expect(kernel, args, results, block=1, **more):
    TOPIC.expect("conversions.py", kernel, 1, block, args, results, **more)


def compiled(text):
    return njit(eval(text, {"np": np, "math": math}))


def in_order(values, start):
    total = start
    for value in values:
        total = total + value
    return total


def widened():
    a = np.array([1e8, 3.3, -7.1, 0.1, 1e-3, 12345.678, 2.7], np.float32)
    mean = np.float64(in_order(a, np.float32(0))) / a.size
    var = np.sum((a.astype(np.float64) - mean) ** 2) / a.size
    expect("means", (as_array(a), zeros(np.float64, 4)), {1: [mean, mean, var, math.sqrt(var)]}, tolerance=1e-15)
    z = (a * (1 + 0.1j)).astype(np.complex64)
    total = in_order(z, np.complex64(0))
    expect("complex_mean", (as_array(z), zeros(np.complex128, 2)),
           {1: [np.complex128(total) / a.size, in_order(z.astype(np.complex128), 0)]}, tolerance=1e-15)
    wide, x = a.astype(np.float64), np.float32(0.1)
    three = np.float64(x) * 3
    expect("sums", (as_array(a), x, zeros(np.float64, 4)),
           {2: [in_order(wide, 0.0), three, in_order(wide, 0.5), np.float64(x) + 1]}, tolerance=1e-16)
    u = np.array([200, 100, 250], np.uint8)
    signed = [sum(u.tolist()) - 600 < 0, compiled("lambda a: np.nansum(a) - 600 < 0")(u),
              compiled("lambda a: np.nanprod(a) - 10000000 < 0")(u)]
    expect("unsigned_sums", (as_array(u), zeros(np.bool_, 3)), {1: signed})
    z, x = np.complex64(-1.25 + 0.7j), np.float32(-2)
    phase = np.float64(np.arctan2(z.imag, z.real))
    expect("angles", (z, x, zeros(np.float64, 4)), {2: [phase, phase * (180 / np.pi), np.float64(np.float32(np.pi)), phase]},
           tolerance=2e-7)
    # The angle of a negative float32 is pi in float32, not in float64.
    expect("angles", (np.complex64(-1), x, zeros(np.float64, 4)),
           {2: [np.float64(np.float32(np.pi)), np.float64(np.float32(np.pi)) * (180 / np.pi), np.float64(np.float32(np.pi)),
                np.float64(np.float32(np.pi))]}, tolerance=1e-15, variant="negative")
    w, y = complex(z), np.float64(np.float32(0.3))
    expect("wide_functions", (z, np.float32(0.3), zeros(np.complex128, 4), zeros(np.float64, 1)),
           {2: [cmath.acosh(w), cmath.log10(w), cmath.tanh(w), cmath.sin(w * math.pi) / (w * math.pi)], 3: [np.sinc(y)]},
           tolerance=1e-14)


def converted():
    z = complex(math.nan, 3)
    expect("without_nan", (np.int8(-7), np.uint16(3), math.nan, z, zeros(np.float64, 4), zeros(np.complex128, 1)),
           {4: [-4, float(3 << 60), 7.5, 2.5], 5: [3j]})
    floats = np.array([0, 1.9, 5.2, 100.7, 127], np.float32)
    rows = [[int(v).bit_count(), 8 - int(v).bit_length(), int(f"{int(v):032b}"[::-1], 2)] for v in floats]
    expect("bits_of_floats", (as_array(floats), zeros(np.int64, 5, 3)), {1: rows}, block=8)
    expect("float_counts", (3.14159, 2.7, np.True_, zeros(np.float64, 4)), {3: [3.14, 3.1, 3.14159 * 4, 3.14159 * 2]},
           tolerance=1e-15)
    five = np.float32(5)
    expect("small_integers", (np.int8(5), np.int8(10), zeros(np.float64, 4)),
           {2: [0.625 / 3, 3, np.nextafter(five, np.float32(10)), 5]}, tolerance=1e-15)


def of_arrays():
    # CPython's functions, which Numba's follow: a NaN in first place stays.
    values = [3.5, -2.0, math.nan, 8.25, -1.0]
    expect("extremes", (c_array(values, np.float32), zeros(np.float32, 4)),
           {1: [min(values), max(values), math.nan, 8]})
    x = np.array([-1.0, 0.0, 0.5, 1.0, 2.5, 7.0, 9.0])
    edges = np.array([0.0, 1.0, 1.0, 2.5, 7.0])
    rows = [[np.digitize(v, edges), np.digitize(v, edges, True), np.digitize(v, edges[::-1]), np.digitize(v, edges[::-1], True)]
            for v in x]
    expect("bins", (as_array(x), as_array(edges), as_array(edges[::-1].copy()), zeros(np.int64, 7, 4)), {3: rows}, block=8)
    expect("unordered_bins", (c_array([1, 3, 2], np.float64), zeros(np.int64, 2)), {1: [1, 0]})
    a = np.arange(6, dtype=np.float32)
    expect("arrays_themselves", (as_array(a), as_array(a.copy()), c_array(range(4), np.int32, (2, 2)), zeros(np.bool_, 11)),
           {0: [5, 1, 2, 3, 4, 5], 3: [1, 0, 1, 0, 1, 0, 1, 0, 1, 1, 0]})
    for name, value in (("float32", 2.5), ("int16", 10), ("uint64", 20), ("bool", 100), ("complex64", 200)):
        first = {"float32": 5, "int16": 2.5, "uint64": 5, "bool": 1, "complex64": 1}[name]
        value = {"float32": 2.5, "int16": 8, "uint64": 20, "bool": 100, "complex64": 200}[name]
        expect("kind", (c_array([first], name), zeros(np.float64, 1)), {1: [value]}, variant=name)
    expect("kinds_of_others", (zeros(np.complex64, 1), zeros("M8[s]", 1), zeros("m8[D]", 1), zeros(np.bool_, 3)),
           {3: [1, 1, 1]})
    expect("no_dimensions", (c_array(range(4), np.int32), 1, zeros(np.int64, 3)), {0: [0, 12, 2, 3], 2: [12, 0, 3]})
    for name, array in (("F", f_array(range(1, 13), np.int64, (3, 4))), ("C", c_array(range(1, 13), np.int64, (3, 4))),
                        ("window", window(range(1, 13), np.int64, (3, 4), (5, 7)))):
        TOPIC.simulate("conversions.py", "flat_values", 1, 1, array, zeros(np.int64, 8), variant=name)
    TOPIC.simulate("conversions.py", "texts_made_while_compiling", 1, 1, zeros(np.int64, 5))
    TOPIC.simulate("conversions.py", "slices_of_the_file", 1, 1, c_array(range(7), np.int32), zeros(np.int32, 4, 3),
                   zeros(np.int64, 4))
    texts = np.array([b"abcd", b"abcd", b"xyz"], "S4"), np.array(["abc", "ab", "c"], "U3")
    for kernel in ("texts_by_signature", "texts_by_types"):
        expect(kernel, (as_array(texts[0]), as_array(texts[1]), zeros(np.bool_, 3)), {2: [1, 0, 1]})
    x = np.array([0.5, 1.9, 3.0, 2.2, 1.0, 5.7], np.float32)
    counts, table = np.zeros(6, np.int32), np.zeros((2, 3), np.int64)
    for i, v in enumerate(x):
        counts[int(v)] += 1
        table[int(v > 2), int(v / 2)] = max(table[int(v > 2), int(v / 2)], i)
    expect("converted_indices", (as_array(x), zeros(np.int32, 6), zeros(np.int64, 2, 3)), {1: counts, 2: table}, block=8)


def of_times():
    """NumPy's arithmetic; choices are those of comparisons, which NaT does not win."""
    d = np.array([5, -7, 12, NAT, 3, 100, -40, 9]).view("m8[s]")
    t = np.array([20, 10, 30, NAT, 50, 40, 60, 70]).view("M8[s]")

    def chosen(values, larger):
        best = values[0]
        for v in values[1:]:
            best = v if (v > best if larger else v < best) else best
        return best

    n = d.size - 2
    out = np.zeros((2, d.size), "m8[s]")
    dates = np.zeros(d.size, "M8[s]")
    for i in range(n):
        out[0, i], out[1, i] = chosen(d[i:i + 2], False), chosen(d[i:i + 3], True)
        dates[i] = chosen(t[i:i + 2], True)
    expect("extreme_times", (as_array(d), as_array(t), zeros("m8[s]", 2, d.size), zeros("M8[s]", d.size)), {2: out, 3: dates},
           block=8)
    counts = d.view(np.int64)
    expect("numbers_of_times", (as_array(d), 2.5, zeros("m8[s]", d.size), zeros(np.int64, d.size, 2)),
           {2: np.where(np.isnat(d), d, np.trunc(counts / 2.5).astype(np.int64).view("m8[s]")),
            3: np.stack([counts, counts + 1], 1)}, block=8)
    known = np.array([5, -7, 12, 4, 3, NAT, -40, 9]).view("m8[s]")
    first = known[:5]
    expect("sums_of_times", (as_array(known), zeros("m8[s]", 5)),
           {1: np.array([NAT, 17, 3, -7, 12]).view("m8[s]")})
    month = np.array(["1969-11", "2000-02", "2024-02", "2023-12", "1600-03", "NaT", "1899-12", "2100-02"], "M8[M]")
    day = np.array(["1969-11-01", "2000-03-01", "2024-01-31", "2023-12-02", "NaT", "1970-01-01", "1900-01-01", "2100-02-01"],
                   "M8[D]")
    step = np.array([31, 29, -1, 400, 0, 3, NAT, 28]).view("m8[D]")
    # NumPy itself does not add days to months; to their first days it does.
    first = month.astype("M8[D]")
    expect("months_and_days", (as_array(month), as_array(day), as_array(step), zeros("M8[D]", 3, 8), zeros("m8[D]", 8),
                               zeros(np.bool_, 8, 2)),
           {3: [first + step, first - step, first], 4: day - first, 5: np.stack([first < day, first == day], 1)}, block=8)


def of_bounded_numbers():
    wide = [np.nan, np.inf, -np.inf, 0.0, -0.0, -0.75, 2.5, -2.5, 99.99, 101, 1e30, -1e30, 2147483520.0, 2147483646.5, 2147483647.0,
            2147483647.5, 2147483648.0, 2147483649.0, -2147483648.0, -2147483648.5, -2147483649.0, 4294967294.5, 4294967295.5, 9.3e18]
    y = np.array(wide)
    x = y.astype(np.float32)

    # What is no number becomes the bound that is asked first.
    def cut(values, low, high, kind=np.float64, smaller_first=False):
        first = np.fmin(values, kind(high)) if smaller_first else np.fmax(values, kind(low))
        both = np.fmax(first, kind(low)) if smaller_first else np.fmin(first, kind(high))
        return both.astype(np.float64).astype(np.int64)

    expect("bounded_numbers", (as_array(x), as_array(y), zeros(np.int64, y.size, 6)), {2: np.stack([
        cut(x, -2.75, 100.5, np.float32, True), cut(y, -2147483648.875, 2147483647.875) + 1, cut(y, 0, 4294967295) // 2,
        cut(y, -1, 0, smaller_first=True) - 1, cut(x, -2147483648, 2147483648, np.float32) * 3,
        cut(y, -2147483648, 2147483647)], 1)}, block=32)
    a = (np.arange(9) ** 2 - 7).astype(np.float64)
    x = np.array([-9, -8.5, -1, -0.99, -0.0, 0, 0.25, 3.75, 7.5, 8, 8.99], np.float32)
    first = np.trunc(np.fmax(x, 0)).astype(np.int64)
    part = np.fmax(x, 0).astype(np.float32) - first.astype(np.float32)
    large = (x * np.float32(1e12)).astype(np.int64)
    near = np.abs(large) < a.size
    expect("indices_from_numbers", (as_array(a), as_array(x), zeros(np.float64, x.size, 2), zeros(np.int64, x.size, 2)), {
        2: np.stack([a[first] * (1 - part) + a[np.minimum(first + 1, a.size - 1)] * part, a[np.trunc(x).astype(np.int64)]], 1),
        3: np.stack([first << 40, np.where(near, a[np.where(near, large, 0)], large)], 1)}, block=32)


widened()
converted()
of_arrays()
of_times()
of_bounded_numbers()
TOPIC.write()
