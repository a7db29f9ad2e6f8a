"""Loops that are written out, and isinstance, hasattr, getattr and type: tests/exec/data/dynamic.json.

The simulator runs the loops as Python does. What isinstance says in kernels is what Numba's compiler says.
"""
from expectations import *
import numba

topic = Topic("dynamic")
N = 32
ints = np.arange(N, dtype=np.int32)
floats = np.linspace(-3, 9, N).astype(np.float32)


def i_array():
    return c_array(ints, np.int32)


def f_array32():
    return c_array(floats, np.float32)


def out():
    return zeros(np.float64, N)


def run(kernel, *args, **kw):
    topic.simulate("dynamic.py", kernel, 1, N, *args, **kw)


run("mixed_sum", f_array32(), out(), tolerance=1e-6)
run("mixed_sum", i_array(), out(), variant="ints")
run("plain_mixed", i_array(), out())
run("arrays_of_types", i_array(), f_array32(), out(), tolerance=1e-6)
run("tuple_argument", (i_array(), f_array32(), c_array(range(N), np.int8)), out(), tolerance=1e-6)
run("with_break", i_array(), out())
run("with_break", f_array32(), out(), variant="floats")
run("with_continue", i_array(), out())
run("break_and_continue", i_array(), out())
run("inside_a_loop", i_array(), out())
run("nested", out())
run("zipped", i_array(), f_array32(), out(), tolerance=1e-6)
run("index_by_loop", i_array(), f_array32(), out(), tolerance=1e-6)
run("index_by_unrolled", i_array(), f_array32(), out(), tolerance=1e-6)
run("by_name", i_array(), out())
run("functions_in_a_tuple", i_array(), out())
run("closure_in_a_loop", i_array(), out())
run("last_value", out())
run("with_barriers", i_array(), f_array32(), out(), tolerance=1e-6)


@numba.njit
def kind(x):
    if isinstance(x, tuple):
        return 100
    if isinstance(x, bool):
        return 1
    if isinstance(x, str):
        return 1
    if isinstance(x, int):
        return 2
    elif isinstance(x, float):
        return 3
    elif isinstance(x, complex):
        return 4
    return 5


def kinds(args, variant):
    expected = [kind(a) + (len(a) if isinstance(a, tuple) else 0) for a in (*args, "text", 1j, True)]
    topic.expect("dynamic.py", "kinds", 1, 1, (*args, zeros(np.int64, 8)), {5: np.array(expected)}, variant=variant)


kinds((1, 2.5, np.int32(3), np.float32(4), (1, 2)), "python")
kinds((np.int64(1), np.float64(2), np.uint64(3), np.complex64(4), np.bool_(True)), "numpy")
kinds((np.complex128(1), (1, 2.5), np.int8(3), np.uint8(4), ((1, 2), 3, 4)), "others")

for variant, args, sums in (
        ("array_first", (f_array32(), np.float64(2.5)), floats + 2.5),
        ("number_first", (np.int64(3), i_array()), ints + 3.0),
        ("arrays", (f_array32(), f_array32()), (floats + floats).astype(np.float64))):
    topic.expect("dynamic.py", "array_or_number", 1, N, (*args, out()), {2: sums}, variant=variant, tolerance=1e-6)
topic.simulate("dynamic.py", "attributes", 1, 1, c_array([1, 2.5, 3], np.float64), zeros(np.float64, 8))
run("rank", i_array(), out())
run("rank", c_array(range(2 * N), np.int32, (N, 2)), out(), variant="two")
run("recursive_tuple", i_array(), out())
topic.expect("dynamic.py", "types_compared", 1, 1,
             (f_array32(), i_array(), 2.5, zeros(np.float64, 8)),
             {3: np.array([1, 1, 0, 1, 1, -3, 1, 1.0])})

# Arrays without dimensions: NumPy's own arithmetic.
topic.expect("dynamic.py", "zero_dimensions", 1, N,
             (c_array([2.5], np.float64, ()), c_array([3], np.int32, ()), c_array([4, 3, 2, 1], np.float64), out()),
             {3: np.full(N, 2.5 * 2 + 0 + 1 + 0 + 1.0 + 2.5)})
topic.expect("dynamic.py", "zero_written", 1, 1,
             (c_array([2.5], np.float32, ()), c_array([4], np.float32, ()), zeros(np.float64)),
             {0: np.array([9.5]), 1: np.array([9.0]), 2: np.array([6.5])})
topic.expect("dynamic.py", "zero_reduced", 1, 1, (c_array([3], np.int64, ()), zeros(np.int64, 4)),
             {1: np.array([6, 3, 3, 3])})

topic.write()
