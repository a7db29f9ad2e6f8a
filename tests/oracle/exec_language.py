"""Writes what the kernels of tests/exec must compute: tests/exec/data/.

Run with a Python that has numba installed: `python exec_language.py`. Where each number comes from:

- kernels of tests/exec/language run in Numba's CUDA simulator, which executes them as Python;
- shuffles, which the simulator does not have, are computed by the model of a warp below;
- expressions in Numba's typing are compiled by Numba for the CPU, whose type rules are those of its CUDA target;
- expressions in the native typing are computed by NumPy 2 on its scalars (NEP 50).

Output: language.json with one array and one case a line, and the generated kernel files expressions_numba.py and
expressions_weak.py.
"""
import math

from expectations import *
from numba import njit

TOPIC = Topic("language")
simulate = TOPIC.simulate


def indexing():
    file = "indexing.py"
    numbers = [3, 1, 4, 1, 5, 9, 2, 6, 5, 3]
    simulate(file, "negative_index", 2, 8, c_array(numbers, np.int32), zeros(np.int32, 10))
    simulate(file, "negative_store", 2, 8, c_array(numbers, np.float64), zeros(np.float64, 10))
    simulate(file, "negative_constant", 1, 3, c_array(numbers, np.int16), zeros(np.int16, 4))
    for kind in ("int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "float32",
                 "float64", "complex64", "complex128"):
        simulate(file, "copy_1d", 2, 8, c_array(numbers, kind), zeros(kind, 10), variant=kind)
    simulate(file, "copy_1d", 1, 8, c_array([1, 0, 1], np.bool_), zeros(np.bool_, 3), variant="bool")
    simulate(file, "copy_1d", 2, 8, every(3, numbers, np.int32), zeros(np.int32, 10), variant="strided source")
    simulate(file, "copy_1d", 2, 8, c_array(numbers, np.float32), every(2, [0] * 10, np.float32),
             variant="strided result")
    simulate(file, "copy_1d", 2, 8, every(-1, numbers, np.int64), zeros(np.int64, 10), variant="backwards")
    simulate(file, "copy_1d", 1, 32, zeros(np.float32, 0), zeros(np.float32, 0), variant="empty")
    simulate(file, "copy_1d", 1, 32, c_array([7], np.float32), zeros(np.float32, 1), variant="one")
    simulate(file, "copy_1d", 1, 32, c_array(range(31), np.float32), zeros(np.float32, 31), variant="31")
    simulate(file, "copy_1d", 2, 32, c_array(range(33), np.float32), zeros(np.float32, 33), variant="33")
    simulate(file, "list_of_text", 2, 8, c_array(numbers, np.int32), zeros(np.float64, 10))
    c = c_array(range(35), np.int32, (5, 7))
    f = f_array(range(35), np.int32, (5, 7))
    a = window(range(100), np.int32, (5, 7), (8, 11))
    for variant, source in (("C", c), ("F", f), ("window", a)):
        for kernel in ("copy_2d", "negative_2d", "chained_index"):
            simulate(file, kernel, (2, 2), (4, 4), source, zeros(np.int32, 5, 7), variant=variant)
        simulate(file, "copy_2d", (2, 2), (4, 4), source, f_array([0] * 35, np.int32, (5, 7)),
                 variant=variant + " to F")
        simulate(file, "tuple_index", (2, 2), (4, 4), source, zeros(np.int32, 5, 7), variant=variant)
        simulate(file, "attributes", 1, 1, source, zeros(np.int64, 7), variant=variant)
        simulate(file, "unpacked_shape", 1, 8, source, zeros(np.int64, 5), variant=variant)
        simulate(file, "row_view", 1, 8, source, zeros(np.int64, 5), variant=variant)
        simulate(file, "slices", 1, 8, source, zeros(np.int64, 5, 6), variant=variant)
    simulate(file, "copy_3d", (2, 2, 2), (2, 2, 2), c_array(range(24), np.float32, (2, 3, 4)),
             zeros(np.float32, 2, 3, 4), variant="C")
    simulate(file, "copy_3d", (2, 2, 2), (2, 2, 2), f_array(range(24), np.float32, (2, 3, 4)),
             zeros(np.float32, 2, 3, 4), variant="F")
    simulate(file, "index_types", 1, 8, c_array(range(0, 2560, 10), np.int32),
             c_array([-1, 2, 100, -100, 127], np.int8), c_array([0, 255, 128, 7, 254], np.uint8),
             zeros(np.int32, 5))
    simulate(file, "store_converts", 1, 8, c_array([1.75, -1.75, 300.5, -300.5, 0.0], np.float64),
             zeros(np.int32, 5), zeros(np.uint8, 5), zeros(np.float32, 5))
    simulate(file, "augmented_element", 1, 4, c_array([10, 20, 30, 40, 50], np.int64),
             c_array([4, -5, 2], np.int32))


def control():
    file = "control.py"
    small = c_array([0, 1, 2, 3, 4, 5, 9, 12, 16, 25, 37, 97, 100], np.int64)
    n = small.base.size
    mixed = c_array([-7, -5, -1, 0, 3, 9, 10, 12, 19, 20, 25, 26], np.int64)
    simulate(file, "collatz", 1, 16, c_array([1, 2, 3, 7, 27, 97, 871, 6171, 77031], np.int64), zeros(np.int32, 9))
    simulate(file, "loop_else", 1, 16, small, zeros(np.int64, n, 2))
    for kernel in ("continues", "nested_breaks", "range_is_fixed_at_entry"):
        simulate(file, kernel, 1, 16, small, zeros(np.int64, n))
    simulate(file, "ranges", 1, 16, c_array([0, 1, 2, 3, 4, 5, 9, 12], np.int64), zeros(np.int64, 8, 2))
    for kind in (np.int64, np.int32, np.float64):
        simulate(file, "chained_comparison", 1, 16, c_array(mixed.base, kind), zeros(np.int32, 12),
                 variant=np.dtype(kind).name)
    simulate(file, "short_circuit", 1, 16, mixed, zeros(np.int8, 12))
    simulate(file, "conditional_expression", 1, 16, mixed, zeros(np.int64, 12))
    simulate(file, "swaps", 1, 16, small, zeros(np.int64, n))
    simulate(file, "tuples", 1, 16, small, zeros(np.int64, n))
    simulate(file, "calls", 1, 16, c_array([12, 18, -7, 0, 35, 1071], np.int64),
             c_array([18, 12, 3, 5, 0, 462], np.int64), zeros(np.int64, 6, 7))
    simulate(file, "store_in_argument", 1, 16, small, zeros(np.int64, n))
    simulate(file, "early_returns", 2, 8, mixed, zeros(np.int32, 12))
    simulate(file, "variable_of_two_branches", 1, 16, mixed, zeros(np.float64, 12))
    simulate(file, "scalars", 1, 16, 5, 2.5, True, zeros(np.float64, 8), variant="true")
    simulate(file, "scalars", 1, 16, np.int32(5), np.float32(2.5), False, zeros(np.float64, 8), variant="false")
    simulate(file, "walrus", 1, 16, small, zeros(np.int64, n))


def blocks():
    file = "blocks.py"
    simulate(file, "read_again", 1, 64, c_array([3], np.int64), zeros(np.int64, 64))
    # The simulator has no syncwarp.
    TOPIC.expect(file, "read_again_in_warp", 1, 32, (c_array([3], np.int64), zeros(np.int64, 32)),
                 {0: np.array([4]), 1: np.full(32, 403)})
    numbers = [(i * 37 + 11) % 101 for i in range(130)]
    simulate(file, "reverse_block", 2, 64, c_array(numbers[:128], np.int32), zeros(np.int32, 128))
    simulate(file, "reverse_block", 3, 33, c_array(numbers[:99], np.int32), zeros(np.int32, 99), variant="33 threads")
    simulate(file, "scan_block", 2, 64, c_array(numbers[:101], np.int32), zeros(np.int64, 101))
    simulate(file, "return_before_barrier", 3, 40, c_array(numbers[:101], np.int64), zeros(np.int64, 101))
    simulate(file, "barrier_in_uniform_branch", 3, 32, c_array(numbers[:96], np.int32), zeros(np.int32, 96))
    simulate(file, "barrier_in_nested_loops", 2, 48, c_array(numbers[:96], np.int64), zeros(np.int64, 96), 6)
    simulate(file, "dynamic_shared", 3, 20, c_array(numbers[:60], np.float32), zeros(np.float32, 60), shared=80)
    simulate(file, "shared_2d", (2, 3), (8, 4), c_array(range(192), np.int32, (12, 16)), zeros(np.int32, 12, 16))
    simulate(file, "local_array", 2, 32, c_array(numbers[:50], np.int64), zeros(np.int64, 50))
    simulate(file, "made_inside", 1, 12, c_array(range(8), np.int64), c_array(range(10, 90, 10), np.int64),
             zeros(np.int64, 12, 4))
    simulate(file, "chosen_locals", 1, 12, zeros(np.int64, 12, 4))
    simulate(file, "places", (2, 1, 2), (3, 2, 2), zeros(np.int32, 48, 4))
    simulate(file, "compared_places", 2, 5, zeros(np.int32, 10))
    simulate(file, "grid_stride_2d", (2, 1), (4, 2), zeros(np.int64, 5, 11))


def counting():
    file = "counting.py"
    numbers = c_array([(i * 37 + 11) % 101 for i in range(130)], np.int64)
    simulate(file, "grid_stride", 2, 20, numbers, zeros(np.int64, 130))
    for kernel, *arguments in (("sums_by_threads", numbers), ("downwards", numbers), ("up_to_and_with", np.int64(90)),
                               ("step_in_the_middle", numbers), ("left_early", numbers, np.int64(90)),
                               ("with_continue", numbers), ("bound_that_moves", numbers), ("tiles", numbers)):
        simulate(file, kernel, 2, 32, *arguments, zeros(np.int64, 64, 2))
    for step in (-3, 0, 4):
        simulate(file, "steps_of_the_caller", 1, 8, numbers, np.int64(step), zeros(np.int64, 8, 2), variant=str(step))


def rows_first():
    file = "rows_first.py"
    numbers = [(i * 37 + 11) % 101 for i in range(130)]
    simulate(file, "places", (3, 2), (4, 5), zeros(np.int64, 10, 9))
    simulate(file, "strided", (2, 1), (2, 4), c_array(numbers[:63], np.int64, (7, 9)), zeros(np.int64, 7, 9))
    simulate(file, "volume", (2, 2, 1), (2, 3, 5), c_array(numbers[:60], np.int32, (3, 4, 5)), zeros(np.int32, 3, 4, 5))
    simulate(file, "sums_of_rows", (2, 2), (4, 8), c_array(numbers[:91], np.int64, (7, 13)), zeros(np.int64, 7, 13),
             zeros(np.int64, 7))
    simulate(file, "columns_first", (3, 2), (4, 4), c_array(numbers[:63], np.int64, (7, 9)), zeros(np.int64, 7, 9))


def atomics():
    file = "atomics.py"
    numbers = [(i * 37 + 11) % 101 for i in range(130)]
    for kind in (np.int32, np.uint32, np.int64, np.uint64, np.float32, np.float64):
        name = np.dtype(kind).name
        for kernel in ("atomic_add", "atomic_max", "atomic_min"):
            start = c_array([50, 60, 70], kind)
            simulate(file, kernel, 5, 32, c_array(numbers, kind), start, variant=name)
        simulate(file, "atomic_sub", 5, 32, c_array(numbers, kind), c_array([9000, 9500, 9999], kind), variant=name)
        if np.dtype(kind).kind != "f":
            simulate(file, "atomic_bits", 5, 32, c_array(numbers, kind), c_array([127, 0, 5], kind), variant=name)
            simulate(file, "atomic_cas", 5, 32, zeros(kind, 1), zeros(np.int32, 1), variant=name)
            simulate(file, "atomic_compare_and_swap", 5, 32, c_array([1, 5, 5], kind), zeros(np.int32, 1),
                     variant=name)
            simulate(file, "atomic_exch", 3, 32, zeros(kind, 1), zeros(np.int32, 97), variant=name)
            # The last one in stays in the cell; which one it is, is the simulator's own order.
            TOPIC.cases.pop()
    places = [(i * 7 + i // 5) % 6 - 3 for i in range(400)]
    for index in (np.int32, np.int64):
        for kind in (np.int32, np.int64, np.float32):
            values = [(i * 37 + 11) % 101 for i in range(400)]
            simulate(file, "from_both_ends", 4, 128, c_array(places, index), c_array(values, kind),
                     c_array([3, 5, 7], kind), c_array([150, 150, 150], np.int64), c_array([150, 150, 150], np.int64),
                     variant=f"{np.dtype(index).name}_{np.dtype(kind).name}")
    simulate(file, "atomic_add_2d", 5, 32, c_array(numbers, np.int32), zeros(np.int32, 3, 4))
    for kind in (np.uint32, np.uint64):
        simulate(file, "atomic_inc_dec", 3, 32, c_array([0, 40], kind), kind(50), variant=np.dtype(kind).name)
    simulate(file, "atomic_tickets", 3, 40, zeros(np.int32, 1), zeros(np.int32, 120))


def warp(values, step):
    """`step` takes the 32 values of a warp and the number of the warp."""
    out = []
    for first in range(0, len(values), 32):
        out += step(list(values[first:first + 32]), first // 32)
    return out


def shuffles():
    file = "warps.py"

    def model(kernel, kinds, step, count=96, block=64):
        for kind in kinds:
            values = np.array([(i * 37 + 11) % 101 for i in range(count)], dtype=kind)
            args = [c_array(values, kind), zeros(kind, count)]
            TOPIC.expect(file, kernel, (count + block - 1) // block, block, args, {1: warp(values.tolist(), step)},
                         variant=np.dtype(kind).name)

    def scan(v, _):
        return [sum(v[:i + 1]) for i in range(len(v))]

    def halves(v, _):
        low = [v[i] + v[i ^ 1] for i in range(16)]
        # Lane 31 has nobody below it and keeps its own value.
        return low + [10 * v[min(i + 1, 31)] for i in range(16, 32)]

    def loops(v, _):
        for lane in range(0, 32, 2):
            for _ in range(lane // 2 % 4):
                v[lane] = v[lane + 1] = v[lane] + v[lane + 1]
        return v

    wide = (np.int32, np.int64, np.float32, np.float64)
    model("butterfly_sum", wide, lambda v, _: [sum(v)] * 32, 128)
    model("warp_scan", wide, scan, 128)
    model("broadcast", wide, lambda v, w: [v[w + 3]] * 32, 128)
    model("shift_down", wide, lambda v, _: [v[i + 3] if i + 3 < 32 else v[i] for i in range(32)], 128)
    model("divergent_halves", (np.int32, np.float64), halves, 128)
    model("divergent_loop", (np.int64,), loops, 128)
    model("return_before_shuffle", (np.int32,), lambda v, _: [v[i ^ 5] for i in range(16)] + [0] * 16, 128)
    distances()
    webs()


def distances():
    for block, by in ((64, 5), (64, 31), (64, 32), (40, 5), (8, 3)):
        values = np.array([(i * 37 + 11) % 101 for i in range(2 * block)], dtype=np.float32)
        expected = []
        for first in range(0, len(values), block):
            own = values[first:first + block].tolist()
            expected += [2 * own[i] + (own[i ^ by] if by < 32 else own[i]) for i in range(block)]
        TOPIC.expect("warps.py", "exchanged_by", 2, block,
                     (c_array(values, np.float32), np.int32(by), zeros(np.float32, len(values))), {2: expected},
                     variant=f"{block}_by_{by}")


def exchanged(v, step):
    return [v[i] + v[i ^ step] for i in range(32)]


def webs():
    file = "warps.py"
    numbers = [(i * 37 + 11) % 101 for i in range(192)]
    sums = [sum(numbers[first:first + 96]) * 10 + 4 for first in (0, 96)]
    TOPIC.expect(file, "two_stages", 2, 96, (c_array(numbers, np.int64), zeros(np.int64, 192)),
                 {1: [total for total in sums for _ in range(96)]})
    rows = np.array(numbers[:160], dtype=np.int64).reshape(5, 32)
    TOPIC.expect(file, "rows_of_warps", 1, 96, (c_array(numbers[:160], np.int64, (5, 32)), zeros(np.int64, 5, 32)),
                 {1: [[int(row.sum()) + 32] * 32 for row in rows]})

    def kept(v, w):
        if w % 2 == 0:
            v = [sum(v)] * 32
        for _ in range(w % 3):
            v = exchanged(v, 1)
        return [x * 1000 + (32 if w % 2 == 0 else 5) * 10 + w % 3 - 1 for x in v]

    def carried(v, w):
        step = 1
        for turn in range(w + 1):
            if turn != 1:
                v = exchanged(v, step)
                step += 1
        return v

    def left(v, w):
        for step in range(1, w + 5 if w % 2 == 0 else 1):
            v = exchanged(v, step) if step != 3 else v
        return v

    for kernel, step in (("kept_by_others", kept), ("carried_between_turns", carried), ("left_and_skipped", left)):
        TOPIC.expect(file, kernel, 2, 96, (c_array(numbers, np.int64), zeros(np.int64, 192)), {1: warp(numbers, step)})


def native():
    file = "weak.py"
    x = [0.1 * i - 0.7 for i in range(20)]
    simulate(file, "running_sum", 1, 32, c_array(x, np.float32), zeros(np.float32, 20))
    simulate(file, "polynomial", 1, 32, c_array(x, np.float32), zeros(np.float64, 20), tolerance=1e-5,
             variant="float32")
    simulate(file, "polynomial", 1, 32, c_array(x, np.float64), zeros(np.float64, 20), tolerance=1e-13,
             variant="float64")
    simulate(file, "branch_literal", 1, 32, c_array(x, np.float32), zeros(np.float32, 20))
    simulate(file, "integer_width", 1, 32, c_array(range(-5, 5), np.int16), zeros(np.int16, 10))
    simulate(file, "block_total", 2, 32, c_array(np.arange(64) / 8, np.float32), zeros(np.float32, 2))


SAMPLES = {
    "bool": [False, True, False, True, True, False, True, False],
    "int8": [0, 1, -1, 7, -7, 100, -128, 127],
    "uint8": [0, 1, 2, 7, 13, 100, 128, 255],
    "int16": [0, 1, -1, 7, -7, 1000, -32768, 32767],
    "uint16": [0, 1, 2, 7, 13, 1000, 32768, 65535],
    "int32": [0, 1, -1, 7, -7, 100000, -2**31, 2**31 - 1],
    "uint32": [0, 1, 2, 7, 13, 100000, 2**31, 2**32 - 1],
    "int64": [0, 1, -1, 7, -7, 10**9, -10**12, 10**12],
    "uint64": [0, 1, 2, 7, 13, 10**9, 2**63, 2**64 - 1],
    "float32": [0.0, 1.0, -1.0, 7.5, -7.5, 0.1, -1e5, 3e7],
    "float64": [0.0, 1.0, -1.0, 7.5, -7.5, 0.1, -1e5, 3e12],
    "complex128": [0, 1, -1j, 2 + 3j, -2.5 + 0.5j, 1e3 - 1e-3j, 1j, 0.1 + 0.1j],
}
PAIRS = [("bool", "bool"), ("int8", "int8"), ("int32", "int32"), ("int64", "int64"), ("uint8", "uint8"),
         ("uint32", "uint32"), ("uint64", "uint64"), ("int32", "uint32"), ("int64", "uint64"), ("uint8", "int64"),
         ("float32", "float32"), ("float64", "float64"), ("float32", "float64"), ("float32", "int32"),
         ("int16", "float32"), ("uint8", "float32"), ("int64", "float32")]
INTEGER_PAIRS = [p for p in PAIRS if not any(t.startswith("float") for t in p)]
SAME = ["int8", "int32", "int64", "uint8", "uint32", "uint64", "float32", "float64"]
# Functions of numbers between 0 and 1, and of numbers above 1.
MATH_FRACTION = ["acos", "asin", "asinh", "atan", "atanh", "cosh", "erfc", "exp2", "expm1", "log1p", "sinh", "tan",
                 "tanh"]
MATH_ABOVE_ONE = ["acosh", "gamma", "lgamma", "log10", "log2"]
MATH = ["sqrt", "exp", "log", "sin", "cos", "erf", "fabs", "floor", "ceil"]


def expressions_numba():
    """Rows: expression, types of x and y, tolerance."""
    rows = []
    for op in ("+", "-", "*", "/", "//", "%", "<", "==", "!=", ">="):
        rows += [(f"x {op} y", pair, 0) for pair in PAIRS if op not in "//%" or pair != ("bool", "bool")]
    for op in ("&", "|", "^"):
        rows += [(f"x {op} y", pair, 0) for pair in INTEGER_PAIRS]
    for kind in ("int8", "int32", "int64", "uint8", "uint32", "uint64"):
        for op in ("<<", ">>"):
            rows.append((f"x {op} (y & 15)", (kind, "int32"), 0))
        rows.append(("x ** 3", (kind,), 0)) if kind not in ("int64", "uint64") else None
        rows.append(("(x % 5) ** (y & 7)", (kind, "uint8"), 0))
        rows.append(("~x", (kind,), 0))
    for kind in SAME:
        rows += [(e, (kind,), 0) for e in ("-x", "+x", "not x", "abs(x)" if kind[0] != "u" else "+x", "x * 2",
                                           "x * 2.0", "1 - x", "x / 4", "x // 3", "x % 3", "x // -3", "x % -3",
                                           "int(x)", "float(x)", "bool(x)", "np.float32(x)",
                                           "0 if x > 5 else x", "x and 3", "x or 3", "0 <= x < 8")]
        rows += [(e, (kind, kind), 0) for e in ("min(x, y)", "max(x, y)", "x if x > y else y", "-1 < x < y")]
    for kind in ("int8", "int32", "uint8", "uint32"):
        rows += [(f"np.{kind}(x)", (other,), 0) for other in ("int64", "uint64", "int32")]
    rows += [("np.int32(x)", ("float32",), 0), ("np.int64(x)", ("float64",), 0), ("np.uint8(x > 0)", ("float64",), 0)]
    for kind, tolerance in (("float32", 1e-6), ("float64", 1e-14)):
        for name in MATH:
            argument = "x" if name in ("sin", "cos", "erf", "fabs", "floor", "ceil") else "abs(x)"
            argument = "x / 1e9" if name == "exp" else argument
            exact = name in ("sqrt", "fabs", "floor", "ceil")
            rows.append((f"math.{name}({argument})", (kind,), 0 if exact else tolerance))
        # A large base does not lose the fraction in float32.
        fraction = f"(abs(x) % np.{kind}(0.9))"
        rows += [(f"math.{name}({fraction})", (kind,), tolerance * 10) for name in MATH_FRACTION]
        rows += [(f"math.{name}({fraction} + np.{kind}(1.5))", (kind,), tolerance * 10) for name in MATH_ABOVE_ONE]
        rows += [("np.rint(x)", (kind,), 0), ("np.trunc(x)", (kind,), 0), ("math.nextafter(x, y)", (kind, kind), 0),
                 ("math.copysign(x, y)", (kind, kind), 0), ("math.degrees(x)", (kind,), tolerance),
                 ("math.radians(x)", (kind,), tolerance), ("np.maximum(x, y)", (kind, kind), 0),
                 ("np.minimum(x, y)", (kind, kind), 0), ("math.isnan(x)", (kind,), 0), ("math.isinf(x)", (kind,), 0),
                 ("math.isfinite(x)", (kind,), 0)]
        rows += [("math.pow(abs(x), y / 1e9)", (kind, kind), tolerance * 10), ("x ** 2", (kind,), 0),
                 ("(abs(x) + 1) ** -1", (kind,), tolerance), ("abs(x) ** 0.25", (kind,), tolerance * 10),
                 ("x * y + x", (kind, kind), tolerance)]
    rows += [("math.sqrt(x)", ("uint8",), 0), ("math.floor(x)", ("int32",), 0)]
    both = ("complex128", "complex128")
    rows += [(f"x {op} y", both, 1e-13) for op in ("+", "-", "*", "==", "!=")]
    rows += [("x / (y + 3)", both, 1e-13), ("x * 2", both[:1], 0), ("x.real", both[:1], 0), ("x.imag", both[:1], 0),
             ("abs(x)", both[:1], 1e-13), ("-x", both[:1], 0), ("x + 1j", both[:1], 0),
             ("complex(x, y)", ("float64", "int32"), 0), ("x.conjugate()", both[:1], 0),
             ("x * y", ("complex128", "float64"), 1e-13)]
    return rows


def expressions_weak():
    rows = []
    for kind in ("int8", "int32", "int64", "uint8", "uint32", "float32", "float64"):
        rows += [("x // 3", (kind,), 0), ("x % 3", (kind,), 0), ("x > 2", (kind,), 0), ("-x // 2", (kind,), 0)
                 if kind[0] != "u" else ("x // 2", (kind,), 0)]
    for kind in ("float32", "float64"):
        rows += [("x * 2.0", (kind,), 0), ("x + 1", (kind,), 0), ("1.0 / (x + 0.3)", (kind,), 0), ("x ** 2", (kind,), 0),
                 ("x / 3", (kind,), 0), ("np.sqrt(abs(x) + 0.1)", (kind,), 0)]
    rows += [("x + y", pair, 0) for pair in (("int8", "int32"), ("uint8", "uint8"), ("int32", "uint32"),
                                             ("float32", "float64"), ("uint8", "float32"), ("int16", "float32"))]
    rows += [("x % 100 * 2 + 1", ("int32",), 0), ("x / 2", ("int32",), 0), ("x % 50 * 2", ("uint8",), 0)]
    return rows


def evaluate_numba(expression, kinds, columns):
    parameters = "x, y" if len(kinds) == 2 else "x"
    namespace = {"math": math, "np": np}
    exec(f"def f({parameters}):\n    return {expression}", namespace)
    compiled = njit(error_model="numpy")(namespace["f"])
    values = [compiled(*[c[i] for c in columns]) for i in range(len(columns[0]))]
    result = str(next(iter(compiled.overloads.values())).signature.return_type)
    result = {"Literal[bool](True)": "bool", "boolean": "bool"}.get(result, result)
    return result, np.array(values, dtype=result)


def evaluate_weak(expression, kinds, columns):
    values = []
    with np.errstate(all="ignore"):
        for i in range(len(columns[0])):
            scope = {"x": columns[0][i], "np": np}
            if len(kinds) == 2:
                scope["y"] = columns[1][i]
            values.append(eval(expression, scope))
    result = values[0].dtype if isinstance(values[0], np.generic) else np.array(values).dtype
    return str(result), np.array(values, dtype=result)


def expressions(file, rows, evaluate, header, decorator, index):
    text = [header]
    seen = set()
    kernels = {}
    for expression, kinds, tolerance in rows:
        if (expression, kinds) in seen:
            continue
        seen.add((expression, kinds))
        is_new = (expression, len(kinds)) not in kernels
        name = kernels.setdefault((expression, len(kinds)), f"e{len(kernels):03}")
        values = [SAMPLES[k] for k in kinds]
        if len(kinds) == 2:
            pairs = [(a, b) for a in values[0] for b in values[1]]
            values = [[p[0] for p in pairs], [p[1] for p in pairs]]
        columns = [np.array(v, dtype=k) for v, k in zip(values, kinds)]
        result, expected = evaluate(expression, kinds, columns)
        args = [c_array(c, k) for c, k in zip(columns, kinds)] + [zeros(result, expected.size)]
        label = f"{file[:-3]}.{name} {expression} [{', '.join(kinds)}]"
        TOPIC.expect("../data/" + file, name, (expected.size + 31) // 32, 32, args, {len(kinds): expected},
                     tolerance=tolerance, name=label)
        if not is_new:
            continue
        names = "a, b, out" if len(kinds) == 2 else "a, out"
        second = "\n        y = b[i]" if len(kinds) == 2 else ""
        text.append(f"{decorator}\ndef {name}({names}):\n    i = {index}\n    if i < out.size:\n"
                    f"        x = a[i]{second}\n        out[i] = {expression}\n")
    (DATA / file).write_text("\n\n".join(text))


def main():
    indexing()
    control()
    blocks()
    atomics()
    counting()
    rows_first()
    shuffles()
    native()
    expressions("expressions_numba.py", expressions_numba(), evaluate_numba,
                '"""Made by tests/oracle/exec_language.py."""\n\nimport math\n\nimport numpy as np\n'
                "from numba import cuda\n", "@cuda.jit", "cuda.grid(1)")
    expressions("expressions_weak.py", expressions_weak(), evaluate_weak,
                '"""Made by tests/oracle/exec_language.py."""\n\nimport numpy as np\n\n'
                "from kernelc import *\n", "@kernel", "grid(1)")
    TOPIC.write()


if __name__ == "__main__":
    main()
