"""Signatures of device functions, and circles of functions: tests/exec/data/signatures.json.

The simulator ignores signatures, so the functions that have some are compiled here by Numba for the CPU, whose choice of a
signature and whose casts are the same. Circles run in the simulator.
"""
from expectations import *
from numba import njit, optional
from numba import float64 as f8, int64 as i8

topic = Topic("signatures")
FILE = "signatures.py"

add32 = njit("float32(float32, float32)")(lambda a, b: a + b)
scaled = njit("int32(float64)")(lambda x: x * 1.5)
half = njit(["int64(int64)", "float32(float32)", "float64(float64)"])(lambda x: x / 2)
total = njit(["int32(int32, int32)", "int64(int64, int64)"])(lambda a, b: a + b)
pair = njit("UniTuple(float32, 2)(float64)")(lambda x: (x, 1))
difference = njit("(float32, float32)")(lambda a, b: a - b)
flag = njit("int32(boolean)")(lambda x: x)
big = njit("float32(float32)")(lambda x: x * np.float32(2))


@njit
def call_fixed(i):
    return (add32(1.1, 2), scaled(3.0), pair(2.7), difference(1.1, 0.3), flag(5), big(1e300), scaled(i - 1), add32(1, 0.7))


@njit
def call_half(x):
    return half(x)


@njit
def call_total(x, y):
    return total(x, y)


sums, scale, (near, far), less, flagged, huge, scaled_place, named = call_fixed(np.int32(0))
results = [sums, scale, near, far, less, 120, flagged, huge, scaled_place, named]
topic.expect(FILE, "fixed", 1, 1, (zeros(np.float64, 10),), {0: results})
SCALARS = (np.int8(5), np.int16(-7), np.int32(5), np.int64(7), np.uint8(5), np.uint16(5), np.uint32(5), np.uint64(5),
           np.float32(5), np.float64(5), True)
for x in SCALARS:
    name = type(x).__name__
    topic.expect(FILE, "best", 1, 1, (x, zeros(np.float64, 1)), {1: [call_half(x)]}, variant=name)
    for y in (np.int16(4), np.int64(2**40), np.float64(4.7)):
        topic.expect(FILE, "first", 1, 1, (x, y, zeros(np.float64, 1)), {2: [call_total(x, y)]},
                     variant=f"{name},{type(y).__name__}")
topic.expect(FILE, "views", 1, 1, (c_array([1.5, 2.5, 3.5], np.float32), zeros(np.float64, 3)), {1: [2.5, 3.5, 8]})
topic.error(FILE, "best", 1, 1, np.complex128(1), zeros(np.float64, 1), kind="NoSignature", text="takes (complex128)")
topic.error(FILE, "views", 1, 1, c_array([1.5, 2.5, 3.5], np.float64), zeros(np.float64, 3), kind="NoSignature",
            text="no signature of `element` takes (array(float64, 1d, C), int64)")


# None or a value, known at run time, for parameters that may be None.
@njit(i8(optional(i8), optional(f8)))
def both(x, y):
    r = 0
    if x is not None:
        r += x
    if y is not None:
        r += int(y * 10)
    return r


@njit("float64(optional(float64[::1]), int64)")
def maybe_element(a, i):
    if a is None:
        return -1.0
    return a[i]


@njit(i8(optional(i8)))
def next_to(x):
    return -1 if x is None else x + 1


@njit(optional(f8)(optional(f8), f8))
def either(x, y):
    if x is None:
        if y > 2:
            return None
        return y
    return x


@njit
def call_optionals(n, m, b):
    x, y, a, narrow, wide = None, None, None, None, None
    if n > 0:
        x, a, narrow, wide = n, b, np.int32(n), n * 1.5
    if m > 0:
        y = m * 0.5
    r = either(wide if n == 1 else None, float(n))
    return (both(x, y), both(x, 1.5), both(7, None), maybe_element(a, 1), 0 if x is None else x * 2, -9.0 if r is None else r,
            next_to(narrow), next_to(wide))


b = np.array([2.5, 7.25])
for n in (0, 1, 3):
    for m in (0, 1):
        end = [1, n * 1.5 + 1, 1] if n else [1, 0, 0]
        topic.expect(FILE, "known_at_run_time", 1, 1, (n, m, c_array(b, np.float64), zeros(np.float64, 11)),
                     {3: list(call_optionals(n, m, b)) + end}, variant=f"{n},{m}")
topic.error(FILE, "no_signature_for", 1, 1, c_array(b, np.float64), 1, zeros(np.float64, 1), kind="NoSignature",
            text="no signature of `corner` takes (Optional(array(float64, 1d, C)))")

for options, variant in ((None, ""), ({"literals": "weak"}, "weak")):
    topic.simulate(FILE, "circle", 1, 12, zeros(np.int32, 12, 4), options=options, variant=variant)
    topic.simulate(FILE, "circle_of_three", 1, 12, zeros(np.float64, 12, 3), options=options, variant=variant)
topic.simulate(FILE, "circle_of_nothing", 1, 1, c_array(range(10), np.int32))
topic.simulate(FILE, "recursion_of_nothing", 1, 1, zeros(np.int32, 7))
for text in ("2+3*4", "(2+3)*4", "((1+2)*(3+4)+5)*2", "7"):
    characters = c_array([ord(c) for c in text], np.int32)
    topic.simulate(FILE, "calculator", 1, 1, characters, zeros(np.int64, 2), variant=text)
    topic.simulate(FILE, "calculator_from_below", 1, 1, characters, zeros(np.int64, 2), variant=text)
quarters = np.arange(5, dtype=np.float32) / 4
wanted = np.stack([(quarters + 0.1).astype(np.float32).astype(np.float64) * 5, np.trunc(quarters * 100),
                   np.trunc(quarters * 30000)], axis=1)
topic.expect(FILE, "formatted", 1, 8, (5, c_array(quarters, np.float32), zeros(np.float64, 15)), {2: wanted.ravel()}, tolerance=1e-7)
topic.error(FILE, "formatted", 1, 8, 5, c_array(quarters, np.float64), zeros(np.float64, 15), kind="TypeMismatch",
            text="expects float32[:]")
topic.expect(FILE, "contiguous_either_way", 1, 8,
             (c_array(quarters, np.float64), c_array([3], np.float64, ()), (zeros(np.float64, 5), 2)),
             {"2.0": quarters.astype(np.float64) * 3 + 2})
topic.write()
