"""Errors of threads, and what kernels print: tests/exec/data/checks.json.

What a thread did before it failed follows from the kernels; the printed forms are those of C's printf for the
conversions that Numba uses (%lld, %f), with Python's True and False.
"""
from expectations import *

topic = Topic("checks")
FILE = "checks.py"
BOUNDS = {"bounds": True}
DEBUG = {"debug": True}


def ints(*values):
    return c_array(values, np.int32)


# Nobody hears of an error without a check; its thread ends all the same, through its callers.
topic.expect(FILE, "raises", 2, 4, (zeros(np.int32, 8),), {0: [1, 2, 3, 4, 5, 6, 0, 8]})
topic.expect(FILE, "raises_in_callee", 2, 4, (zeros(np.int32, 8),), {0: [0, 4, 8, 12, 16, -1, 24, 28]})
topic.expect(FILE, "asserts_in_callee", 2, 4, (zeros(np.int32, 8),), {0: [10, 11, 12, 0, 14, 15, 16, 17]})
topic.expect(FILE, "raises_before_barrier", 1, 8, (zeros(np.int32, 8),), {0: [8, 7, 0, 5, 4, 0, 2, 1]})
topic.expect(FILE, "asserts_in_loop", 1, 8, (zeros(np.int32, 8),), {0: [9, 9, 9, 9, 9, 9, 9, 8]})
topic.expect(FILE, "raises_in_recursion", 1, 8, (zeros(np.int32, 8),), {0: [0, 1, 2, 0, 4, 5, 6, 7]})
topic.expect(FILE, "condition_raises", 1, 8, (zeros(np.int32, 8),), {0: [0, 2, 4, 6, 8, 0, 12, 14]})
topic.expect(FILE, "divide", 1, 4, (ints(7, -7, 7, 0), ints(2, 2, 0, 0), zeros(np.int32, 4)), {2: [3, -4, 0, 0]})

# A view of more elements than there are would reach beyond them.
topic.expect(FILE, "reshapes", 1, 2, (zeros(np.int32, 8), 2), {0: [2, 2, 0, 0, 0, 0, 0, 0]})
topic.expect(FILE, "reshapes", 1, 2, (zeros(np.int32, 8), 300), {0: [1, 1, 0, 0, 0, 0, 0, 0]}, variant="too_many")
topic.expect(FILE, "reshapes", 1, 2, (zeros(np.int32, 7), -1), {0: [1, 1, 0, 0, 0, 0, 0]}, variant="rest")
topic.expect(FILE, "reshapes_twice", 1, 1, (zeros(np.int32, 8), -2, -4), {0: [1, 0, 0, 0, 0, 0, 0, 0]})
topic.expect(FILE, "reshapes_twice", 1, 1, (zeros(np.int32, 8), 2, 4), {0: [2, 0, 0, 0, 0, 0, 0, 0]}, variant="fits")

# What NumPy and Numba raise for.
topic.expect(FILE, "extreme_of_none", 1, 8, (zeros(np.int32, 6), zeros(np.int32, 8)), {1: [7, 7, 7, 7, 7, 7, 1, 1]})
topic.expect(FILE, "item_of_several", 1, 5, (ints(6, 7, 8, 9), zeros(np.int32, 5)), {1: [0, 0, 0, 9, 0]})
topic.expect(FILE, "view_that_does_not_fit", 1, 4, (ints(6, 7, 8, 9), zeros(np.int32, 4)), {1: [2, 1, 1, 1]})

# With one, the host does, once; what follows runs as ever.
for options, variant in ((BOUNDS, "bounds"), (DEBUG, "debug")):
    def fails(kernel, grid, block, *args, kind, text):
        topic.error(FILE, kernel, grid, block, *args, kind=kind, text=text, options=options, variant=variant)

    fails("raises", 2, 4, zeros(np.int32, 8), kind="ExceptionRaised",
          text=["checks.py:", "RuntimeError: six, of eight, in block (1, 0, 0), thread (2, 0, 0)"])
    fails("reshapes", 1, 2, zeros(np.int32, 8), 1, kind="ExceptionRaised",
          text="ValueError: total size of new array must be unchanged, in block (0, 0, 0), thread (0, 0, 0)")
    for n, name in ((4, "zero-size array to reduction operation maximum which has no identity"),
                    (5, "zero-size array to reduction operation minimum which has no identity"),
                    (6, "attempt to get argmax of an empty sequence"), (7, "attempt to get argmin of an empty sequence")):
        topic.error(FILE, "extreme_of_none", 1, n + 1, zeros(np.int32, n), zeros(np.int32, 8), kind="ExceptionRaised",
                    text=f"ValueError: {name}, in block (0, 0, 0), thread ({n}, 0, 0)", options=options, variant=f"{variant}_{n}")
    fails("item_of_several", 1, 4, zeros(np.int32, 4), zeros(np.int32, 4), kind="ExceptionRaised",
          text="ValueError: item(): cannot convert multi-element array to scalar, in block (0, 0, 0), thread (0, 0, 0)")
    fails("view_that_does_not_fit", 1, 2, zeros(np.int32, 4), zeros(np.int32, 4), kind="ExceptionRaised",
          text="ValueError: new type not compatible with array, in block (0, 0, 0), thread (1, 0, 0)")
    fails("raises_in_callee", 4, 2, zeros(np.int32, 8), kind="ExceptionRaised",
          text="ValueError: five is too large, in block (2, 0, 0), thread (1, 0, 0)")
    fails("asserts_in_callee", 2, 4, zeros(np.int32, 8), kind="AssertFailed",
          text="assertion failed: three, in block (0, 0, 0), thread (3, 0, 0)")
    fails("raises_before_barrier", 1, 8, zeros(np.int32, 8), kind="ExceptionRaised", text="thread (2, 0, 0)")
    fails("asserts_in_loop", 1, 8, zeros(np.int32, 8), kind="AssertFailed", text="the product is too large")
    fails("raises_in_recursion", 1, 8, zeros(np.int32, 8), kind="ExceptionRaised",
          text="ValueError: negative, in block (0, 0, 0), thread (3, 0, 0)")
    fails("index_high", 2, 4, zeros(np.float32, 8), zeros(np.float32, 8), kind="IndexOutOfBounds",
          text="index 8 is out of bounds for dimension 0 of `x`, whose extent is 8, in block (1, 0, 0), thread (3, 0, 0)")
    fails("index_low", 1, 8, zeros(np.float32, 8), zeros(np.float32, 8), kind="IndexOutOfBounds",
          text="index -16 is out of bounds for dimension 0 of `x`")
    fails("index_2d", 1, 1, zeros(np.float32, 3, 5), np.int64(1), np.int64(5), kind="IndexOutOfBounds",
          text="index 5 is out of bounds for dimension 1 of `x`, whose extent is 5")
    fails("index_unsigned", 1, 1, zeros(np.float32, 4), np.uint64(2**63), kind="IndexOutOfBounds",
          text="out of bounds for dimension 0 of `x`, whose extent is 4")
    fails("index_shared", 1, 8, zeros(np.float32, 8), kind="IndexOutOfBounds",
          text="index 4 is out of bounds for dimension 0 of `tile`, whose extent is 4, in block (0, 0, 0), thread (7, 0, 0)")
    fails("index_local", 1, 1, zeros(np.int32, 1), np.int64(4), kind="IndexOutOfBounds", text="of `mine`, whose extent is 4")
    fails("index_view", 1, 1, zeros(np.float32, 3, 5), zeros(np.float32, 1), kind="IndexOutOfBounds",
          text="index 5 is out of bounds for dimension 0 of `row`, whose extent is 5")
    fails("index_atomic", 1, 8, zeros(np.int32, 4), ints(0, 1, 2, 3, -1, 4), kind="IndexOutOfBounds",
          text="index 4 is out of bounds for dimension 0 of `hist`, whose extent is 4")
    fails("divide", 1, 4, ints(7, -7, 7, 1), ints(2, 2, 0, 1), zeros(np.int32, 4), kind="DivisionByZero", text="`//`")
    fails("remainder", 1, 4, ints(7, -7, 7, 1), ints(2, 2, 0, 1), zeros(np.int32, 4), kind="DivisionByZero", text="`%`")
    fails("step", 1, 1, zeros(np.int32, 4), np.int64(4), np.int64(0), kind="StepIsZero", text="the step of `range` is zero")
    fails("pick", 1, 1, zeros(np.int32, 1), np.int64(3), kind="TupleIndexOutOfBounds",
          text="index 3 is out of bounds for a tuple of 3 elements")
    fails("unpack", 1, 1, zeros(np.int32, 5), zeros(np.int32, 1), kind="UnpackLength", text="4 elements are unpacked into 3 names")
    fails("assign_slice", 1, 1, zeros(np.int32, 2), zeros(np.int32, 8), kind="ShapeMismatch", text="extent 2 is stored into extent 3")
    fails("shift", 1, 1, zeros(np.int64, 1), np.int64(64), kind="ShiftOutOfRange", text="by 64")
    fails("shift", 1, 1, zeros(np.int64, 1), np.int64(-1), kind="ShiftOutOfRange", text="by -1")
    # The context goes on, and what is right passes.
    topic.expect(FILE, "index_high", 2, 4, (c_array(range(9), np.float32), zeros(np.float32, 8)), {1: range(1, 9)},
                 options=options, variant=variant + "_clean")
    topic.expect(FILE, "divide_guarded", 1, 4, (ints(7, -7, 7, 0), ints(2, 2, 0, 0), zeros(np.int32, 4)),
                 {2: [3, -4, -1, -1]}, options=options, variant=variant)
    topic.expect(FILE, "index_atomic", 1, 8, (zeros(np.int32, 4), ints(0, 1, 2, 3, -1, -4, 3, 3)), {0: [2, 1, 1, 4]},
                 options=options, variant=variant + "_clean")

# Python's error model for floats belongs to debug builds.
floats = (c_array([1, 2, 3, 4], np.float32), c_array([1, 2, 0, 4], np.float32), zeros(np.float32, 4))
topic.expect(FILE, "divide_float", 1, 4, floats, {2: [1, 1, math.inf, 1]}, options=BOUNDS)
topic.error(FILE, "divide_float", 1, 4, *floats, kind="DivisionByZero", text="`/`", options=DEBUG)
topic.error(FILE, "divide_debug", 1, 4, *floats, kind="DivisionByZero", text="thread (2, 0, 0)")

# What the library divides is its own affair.
topic.expect(FILE, "calls_library", 1, 4, (c_array([1, 2, 0, 4], np.float64), zeros(np.float64, 4)),
             {1: [1, 0.5, math.inf, 0.25]}, tolerance=1e-12, options=DEBUG)

topic.expect(FILE, "prints", 2, 2, (c_array([0, 0.5, -1e20, 3], np.float32),), {},
             stdout=["element 0 of 100% is 0.000000 False", "element 1 of 100% is 0.500000 False",
                     "element 2 of 100% is -100000002004087734272.000000 True", "element 3 of 100% is 3.000000 True"])
topic.expect(FILE, "prints_kinds", 1, (1, 1, 1), (zeros(np.uint8, 1),), {},
             stdout=["{braces} True (1, (0, 2.500000)) (0, 0, 0) (1, 1, 1)", "(1.000000+2.000000j); None.", "", "1-3"])
topic.write()
