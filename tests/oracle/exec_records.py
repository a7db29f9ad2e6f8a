"""Writes what the kernels of records.py, vectors.py and the like in tests/exec/language must compute:
tests/exec/data/records.json. Numba's simulator runs the kernels of records; what it lacks (vector types) has a NumPy
model here. Run with a Python that has Numba and NumPy.
"""
from expectations import EXEC, Array, Record, Topic, as_array, c_array, module, zeros
import numpy as np
from numba import njit
from numba.cuda.simulator.cudadrv.devicearray import FakeCUDAArray, FakeWithinKernelCUDAArray

# The simulator wraps arrays and records for the kernel, and forgets to unwrap what is stored.
store = FakeCUDAArray.__setitem__
FakeCUDAArray.__setitem__ = lambda self, index, value: store(self, index, bare(value))


def bare(value):
    return value._item._ary if isinstance(value, FakeWithinKernelCUDAArray) else value


TOPIC = Topic("records")
RECORDS = module(EXEC / "language/records.py")


def random_records(dtype, shape, seed=1):
    """Small numbers in every field, exact in all types."""
    rng = np.random.default_rng(seed)
    a = np.zeros(shape, dtype)

    def fill(view):
        if view.dtype.fields is not None:
            for name in view.dtype.names:
                fill(view[name])
        elif view.dtype.kind == "b":
            view[...] = rng.integers(0, 2, view.shape)
        elif view.dtype.kind == "c":
            view[...] = rng.integers(-9, 9, view.shape) + 1j * rng.integers(-9, 9, view.shape)
        else:
            view[...] = rng.integers(0, 50, view.shape)

    fill(a)
    return a


def records():
    def run(kernel, grid, block, *args, **more):
        TOPIC.simulate("records.py", kernel, grid, block, *args, **more)

    def particles(n, seed=1):
        return as_array(random_records(RECORDS.particle, n, seed))

    def packed(n, seed=1):
        return as_array(random_records(RECORDS.packed, n, seed))

    run("fields", 2, 16, particles(27), zeros(np.float64, 27))
    base = random_records(RECORDS.particle, 20)
    run("fields", 1, 16, Array(base, base[1::2]), zeros(np.float64, 10), variant="strided")
    run("packed_fields", 2, 16, packed(27), zeros(np.float64, 27))
    run("copies", 2, 16, packed(30), packed(30, 2))
    # The simulator's shared arrays give no access to fields.
    a = packed(32)
    reversed_records = a.view[::-1].copy()
    reversed_records["b"] = 2 * np.arange(32) + 0.5
    TOPIC.expect("records.py", "shared_records", 1, 32, (a,), {0: reversed_records})
    run("offsets", 1, 32, as_array(random_records(RECORDS.placed, 17)), zeros(np.float64, 17))
    run("views", 1, 32, particles(9), zeros(np.float64, 5))
    run("array_fields", 1, 32, as_array(random_records(RECORDS.grid_cell, 11)), zeros(np.float64, 11))
    run("chosen", 1, 32, particles(13), zeros(np.float64, 13))
    run("image", (2, 2), (4, 8), as_array(random_records(RECORDS.pixel, (7, 13))), zeros(np.uint8, 7, 13))
    run("one_record", 1, 32, Record(RECORDS.particle, (1.5, (1, 2, 3), (4, 5.25), (6, 7))), zeros(np.float64, 1))
    run("atomics", 1, 32, particles(4), c_array(np.arange(30) * 7 % 4, np.int32))
    run("filled", 1, 1, particles(5), particles(3, 2))
    run("loop_over", 1, 1, particles(6), zeros(np.float64, 1))
    bodies = as_array(np.zeros(300, RECORDS.body))
    run("stored_and_read", 3, 128, bodies, c_array(np.arange(300), np.int32))
    run("stored_and_chosen", 2, 96, zeros(np.int32, 200, 2), 90)


def vectors():
    f4 = np.float32
    a = (np.arange(20) * 0.37).astype(f4)
    out = np.zeros((20, 4), f4)
    for i in range(20):
        v = [a[i], f4(2), f4(i), f4(1.5)]
        both = [v[2], f4(7.25)] * 2
        out[i] = [x + y for x, y in zip(both, v)]
    TOPIC.expect("vectors.py", "construct", 1, 32, (c_array(a, f4), zeros(f4, 20, 4)), {1: out})
    out = np.zeros((8, 7))
    for i in range(8):
        out[i] = [(300 + i) & 255, 255, 2, (300 + i) & 255, 5, 0.1, 5]
    TOPIC.expect("vectors.py", "narrow", 1, 8, (zeros(np.float64, 8, 7),), {0: out})
    a = (np.arange(128) * 37 % 128).astype(f4).reshape(32, 4)
    out = np.zeros((32, 4), f4)
    for t in range(32):
        larger = a[a[:, 0] > a[t, 0]].sum(axis=0, dtype=f4)
        out[t] = larger + np.array([0, 0, 2 * t, 1], f4)
    TOPIC.expect("vectors.py", "tiles", 1, 32, (as_array(a), zeros(f4, 32, 4)), {1: out})
    TOPIC.error("vectors.py", "too_few", 1, 1, zeros(f4, 1), kind="CallArity", text="4 lanes")
    TOPIC.error("vectors.py", "lane_write", 1, 1, zeros(f4, 1), kind="AttributeWrite", text="float32x2")
    TOPIC.error("vectors.py", "no_lane", 1, 1, zeros(f4, 1), kind="UnknownAttribute", text="`z`")


def times():
    """NumPy's own arithmetic is the model."""
    nat = np.iinfo(np.int64).min
    rng = np.random.default_rng(3)

    def some(dtype, n, seed, low=-500, high=5000):
        counts = np.random.default_rng(seed).integers(low, high, n)
        counts[n // 2] = nat
        return counts.view(dtype)

    def expect(kernel, grid, block, args, results, **more):
        TOPIC.expect("times.py", kernel, grid, block, args, results, **more)

    a, b = some("M8[s]", 20, 1), some("M8[s]", 20, 2)
    b[3] = a[3]
    expect("differences", 1, 32, (as_array(a), as_array(b), zeros("m8[s]", 20), zeros(np.bool_, 20)),
           {2: a - b, 3: a > b})
    d = some("m8[s]", 20, 4)
    d[7] = np.timedelta64("NaT")
    expect("shifts", 1, 32, (as_array(a), as_array(d), zeros("M8[s]", 3, 20)), {2: [a + d, a - d, d * 3 + a]})
    e = some("m8[s]", 20, 5, 1, 90)
    e[2] = d[2]
    with np.errstate(invalid="ignore"):
        flags = np.stack([d == e, d != e, d <= e, np.isnat(d)], axis=1)
        whole = np.where(np.isnat(d) | np.isnat(e), 0, d // e)
        expect("scales", 1, 32,
               (as_array(d), as_array(e), zeros("m8[s]", 4, 20), zeros(np.float64, 20), zeros(np.int64, 20),
                zeros(np.bool_, 20, 4)),
               {2: [d * 2.5, -d + abs(e), d / 4, d % e], 3: d / e, 4: whole, 5: flags})
    n = np.array([2, -2, 0, 7, -9], np.int64).repeat(4)
    # Numba compiles it; NumPy has the same for integers.
    whole = njit(lambda x, y: x // y)
    quotients = [[whole(x, y) for x, y in zip(d, n)], [whole(x, y) for x, y in zip(d, n)],
                 [whole(x, 2.5) for x in d], [whole(x, -3) for x in d]]
    expect("quotients", 1, 32, (as_array(d), as_array(n), zeros("m8[s]", 4, 20)),
           {2: np.array(quotients, "m8[s]")})
    day, seconds = some("M8[D]", 12, 6), some("m8[s]", 12, 7)
    expect("units", 1, 32, (as_array(day), as_array(seconds), zeros("M8[s]", 12), zeros(np.bool_, 12)),
           {2: day + seconds, 3: day < day + seconds})
    known = some("M8[ns]", 9, 8)
    known[4] = 17
    expect("latest", 1, 1, (as_array(known), zeros("M8[ns]", 1)), {1: known.max()})
    counts = a.view(np.int64) + 1
    with np.errstate(over="ignore"):
        expect("views", 1, 32, (as_array(a), zeros(np.int64, 20), zeros("m8[D]", 20), zeros("M8[us]", 20)),
               {1: counts, 2: counts.view("m8[D]"), 3: (counts * 2).view("M8[us]")})
    TOPIC.error("times.py", "cached", 1, 1, as_array(a), zeros(np.int64, 1), kind="ArgumentType", text="an array of numbers")
    start, step = np.datetime64("2024-02-27", "D"), np.timedelta64(1, "D")
    expect("scalars", 1, 8, (start.astype(np.int64), step.astype(np.int64), zeros("M8[D]", 5)),
           {2: start + step * np.arange(5)})


def strings():
    a = np.array(["ab", "cd", "", "x", "cde", "zz", "a"], "U5")
    b = np.array(["ab", "ce", "a", "xy", "cd", "zz\xe9", ""], "U3")

    def first(s):
        return s[:1]

    out = [[x == y, x != "cd", x < y, x >= "b", len(x), first(x) == first(y), x == "x"] for x, y in zip(a, b)]
    TOPIC.expect("strings.py", "compare", 1, 8, (as_array(a), as_array(b), zeros(np.int32, 7, 7)), {2: out})
    c = np.array([b"ab", b"cd", b"", b"x", b"cde"], "S4")
    d = np.array([b"ab", b"ce", b"a", b"w", b"cd"], "S7")
    out = [[x == y, x == b"cd", x < y, len(x), x[0] if x else 0] for x, y in zip(c, d)]
    TOPIC.expect("strings.py", "compare_bytes", 1, 8, (as_array(c), as_array(d), zeros(np.int32, 5, 5)), {2: out})
    for kinds in (("U5", "U3"), ("S2", "S6")):
        x = np.array(["abcde", "f", "gh", "i", "j"], kinds[0])
        y = np.array(["1", "22", "333", "4444", "5"], kinds[1])
        x2, y2 = x.copy(), y.copy()
        for i in range(5):
            if i % 2 == 0:
                x2[i] = y[i]
            elif i == 1:
                x2[i] = "overlong"
            else:
                y2[i] = x[i]
        TOPIC.expect("strings.py", "assign", 1, 8, (as_array(x), as_array(y)), {0: x2, 1: y2}, variant=kinds[0])


def pointers():
    def expect(kernel, args, results, **more):
        TOPIC.expect("pointers.py", kernel, 1, 32, args, results, **more)

    p = np.arange(12, dtype=np.float32)
    out = ((p + 0.5) * 2).astype(np.int64) + np.arange(12)
    expect("elements", (as_array(p), zeros(np.int64, 12), np.int32(12)), {0: p + np.float32(0.5), 1: out})
    a = p.reshape(6, 2)
    after = a.copy()
    f = p.reshape(2, 6).T
    after[:, 0] = -1
    expect("arrays", (as_array(p[:1]), 0, zeros(np.float64, 1)), {}, variant="empty")
    out = np.array([[a[i, 1] * 100 + f[i, 1]] for i in range(6)])[:, 0]
    out[1:] = np.nan
    # Other threads write what this one reads: only the first has one value.
    expect("arrays", (as_array(p[:2]), 1, zeros(np.float64, 1)), {0: [-1, p[1]], 2: [p[1] * 100 + p[1]]})
    x, y = np.arange(10, dtype=np.float32), np.arange(10, dtype=np.int64) * 3
    out = 2.5 * x + 4 * y + 7 + 8.5 + 1
    expect("tuples", ((as_array(x), as_array(y)), ((2.5, 4), (7, 8.5, True)), zeros(np.float64, 10)),
           {"0.1": 1, 2: out})
    three = tuple(np.arange(6) * k + k for k in (1.5, 2.5, 3.5))
    out = sum(three) + np.array([three[i % 3][0] for i in range(6)])
    expect("uniform", (tuple(as_array(t) for t in three), zeros(np.float64, 6)), {1: out})
    z = (np.arange(20) + 1j * (np.arange(20) * 7 % 11)).astype(np.complex64)
    keys = (np.arange(20) % 3).astype(np.int32)
    sums = np.zeros(3, np.complex64)
    np.add.at(sums, keys, z)
    sums[0] = complex(sums[0].real, max(sums[0].imag, 10))
    after = np.arange(20) + 1j * (z.imag + 1)
    # The maximum meets the sum in any order; both are above every part.
    z[keys == 0] = z[keys == 0].real + 30j
    sums[0] = z[keys == 0].sum()
    after = np.arange(20) + 1j * (z.imag + 1)
    expect("parts", (as_array(z), as_array(keys), zeros(np.complex64, 3)), {0: after, 2: sums})


records()
vectors()
times()
strings()
pointers()
TOPIC.write()
