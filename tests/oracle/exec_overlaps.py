"""Writes tests/exec/data/overlaps.json: arrays that are stored to arrays of the same memory.

NumPy runs the kernels as plain functions; it copies what overlaps. For `=` Numba's compiler does so too; its `+=` goes element
after element, and its simulator has none. NumPy itself goes wrong where a vector and a part of it with other steps begin at
one element; Numba's compiler does not.
"""
import random
import types

from expectations import *
from numba import njit

TOPIC = Topic("overlaps")
FILE = "overlaps.py"
MODES = ("", "weak")
F32, F64, I32 = np.float32, np.float64, np.int32
KERNELS = module(EXEC / "language" / FILE)
KERNELS.cuda = types.SimpleNamespace(local=types.SimpleNamespace(array=np.zeros),
                                     shared=types.SimpleNamespace(array=np.zeros))


def simulate(kernel, *make, tag="", compiled=False):
    """`make`: functions that make the arguments anew, or values. `compiled`: by Numba's compiler instead of NumPy."""
    function = getattr(KERNELS, kernel).fn
    for mode in MODES:
        args = [m() if callable(m) else m for m in make]
        case = TOPIC.case(TOPIC.label(FILE, kernel, " ".join(t for t in (tag, mode) if t)), FILE, kernel, 1, 1, args,
                          options={"literals": mode} if mode else None)
        before = {place: contents(a.base) for place, a in arrays_of(args).items()}
        (njit(function) if compiled else function)(*[a.view if isinstance(a, Array) else a for a in args])
        TOPIC.finish(case, args, before)


def vector(n, dtype=F64):
    return lambda: c_array(range(1, n + 1), dtype)


def matrix(n, k, dtype=F64):
    return lambda: c_array(range(1, n * k + 1), dtype, (n, k))


def columns(n, k, dtype=F64):
    return lambda: f_array(range(1, n * k + 1), dtype, (n, k))


def part(n, k):
    return lambda: window(range(1, 100), F32, (n, k), (n + 2, k + 3))


COMPILED = ("forwards", "doubled_step", "halved_step")
for kernel in COMPILED + ("backwards", "reversed_copy", "negative_steps",
                          "forwards_added", "backwards_scaled", "reversed_added", "reversed_called", "known_ends"):
    simulate(kernel, vector(9), tag="nine", compiled=kernel in COMPILED)
    simulate(kernel, vector(10, I32), tag="ten", compiled=kernel in COMPILED)
    simulate(kernel, lambda: every(-2, range(1, 10), F32), tag="steps")
for n in (1, 2, 3):
    for kernel in ("forwards", "backwards", "forwards_added", "reversed_copy", "reversed_added"):
        simulate(kernel, vector(n), tag=f"n={n}")
simulate("stretched", vector(6))
for kernel in ("rows_down", "rows_and_columns", "rows_turned", "transposed", "transposed_added", "one_row_for_all",
               "column_for_row", "column_for_rows", "row_added_to_all", "turned_row_added", "column_added_to_rows",
               "column_divides"):
    simulate(kernel, matrix(4, 4), tag="rows")
    simulate(kernel, columns(4, 4, F32), tag="columns")
    simulate(kernel, part(4, 4), tag="part")
simulate("rows_down", matrix(5, 3, I32), tag="tall")
simulate("rows_turned", matrix(5, 3, I32), tag="tall")
simulate("steps_added_to_rows", matrix(3, 4))
simulate("steps_added_to_rows", matrix(5, 5, I32), tag="five")
for n, k in ((2, 3), (3, 2), (4, 6), (5, 7), (1, 4)):
    simulate("wide_and_narrow", matrix(n, k), tag=f"{n}x{k}")
simulate("cube", lambda: c_array(range(1, 25), F64, (2, 3, 4)))
simulate("cube", lambda: c_array(range(1, 61), I32, (5, 4, 3)), tag="five")
simulate("parts", lambda: c_array([complex(i, 10 * i) for i in range(1, 6)], np.complex128))
RECORD = np.dtype([("x", np.float32), ("y", np.float32), ("n", np.int32)], align=True)
simulate("fields", lambda: Array(np.array([(i, 10 * i, 100 * i) for i in range(1, 7)], RECORD)))
simulate("times", lambda: Array(np.arange(7).astype("datetime64[D]")))
simulate("texts", lambda: Array(np.array([b"one", b"two", b"three", b"four"], "S8")))
simulate("through_functions", vector(8, F32), vector(8, F32))
simulate("two_names", vector(7), vector(7, F32), tag="two arrays")
simulate("in_local_memory", lambda: zeros(F64, 18))

RANDOM = random.Random(7)


def bounds(n):
    step = RANDOM.choice([1, 1, 2, 3, -1, -2])
    low, high = sorted((RANDOM.randrange(n + 1), RANDOM.randrange(n + 1)))
    return (low, high, step) if step > 0 else (high - 1, low - 1 if low > 0 else -n - 1, step)


def length(n, b):
    return len(range(n)[slice(*b)])


def pairs(count, n, equal=lambda d, s: length(12, d) == length(12, s)):
    while count > 0:
        d, s = bounds(n), bounds(n)
        if length(n, d) > 1 and equal(d, s):
            count -= 1
            yield d, s


for i, (d, s) in enumerate(pairs(24, 12)):
    simulate("slice_of_slice" if i % 2 else "slice_and_slice", vector(12), *d, *s, tag=f"{d} {s}")
for d, s in ((0, 3), (3, 0), (-9, 1), (2, -8)):
    n = 6
    args = (d, d + n if d >= 0 else d + n, s, s + n)
    simulate("unit_slices", vector(12), *args, tag=f"{d} {s}")
    simulate("unit_slices_added", vector(12), *args, tag=f"{d} {s}")
simulate("unit_slices_added", vector(12), 2, 9, 4, 5, tag="one element")
simulate("unit_slices", vector(12), 2, 9, 4, 5, tag="one element")
simulate("of_no_dimensions", vector(8))
rows = list(pairs(8, 6, lambda d, s: length(6, d) == length(6, s)))
for (d0, s0), (d1, s1) in zip(rows[::2], rows[1::2]):
    d, s = tuple(map(int, d0 + d1)), tuple(map(int, s0 + s1))
    simulate("blocks", matrix(6, 6), d, s, tag=f"{d} {s}")
    simulate("blocks_added", matrix(6, 6), d, s, tag=f"{d} {s}")
    simulate("blocks_turned", matrix(6, 6), d, tuple(map(int, s1 + s0)) if length(6, s0) == length(6, s1) else
             (0, length(6, d1), 1, 1, 1 + length(6, d0), 1), tag=f"{d}")
TOPIC.write()
