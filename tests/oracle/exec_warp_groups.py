"""Writes what the kernels of tests/exec/language/warp_groups.py must compute: tests/exec/data/warp_groups.json.

Products are NumPy's, of numbers whose sums are exact in float32. Run with a Python that has NumPy, Numba and ml_dtypes.
"""
import ml_dtypes
import numpy as np

from expectations import Topic, as_array, zeros

FILE = "warp_groups.py"
TOPIC = Topic("warp_groups")
RNG = np.random.default_rng(21)


def numbers(shape, dtype):
    """Small multiples of 1/8: the types hold them exactly, and float32 their products and sums."""
    return (RNG.integers(-32, 33, shape) / 8).astype(dtype)


def product(kernel, dtype, a_shape, b_shape, a_turned, b_turned, **launch):
    a, b = numbers(a_shape, dtype), numbers(b_shape, dtype)
    left, right = a.astype(np.float32), b.astype(np.float32)
    c = (left.T if a_turned else left) @ (right.T if b_turned else right) + 1
    TOPIC.expect(FILE, kernel, 1, c.shape[0] * 2, (as_array(a), as_array(b), zeros(np.float32, *c.shape)), {2: c}, **launch)


def refusals():
    f32 = zeros(np.float32, 32)
    TOPIC.error(FILE, "wrong_columns", 1, 128, f32, kind="ArgumentType", text="64, 128 or 256")
    TOPIC.error(FILE, "wrong_sums", 1, 128, f32, kind="ArgumentType", text="a local array of float32")
    TOPIC.error(FILE, "wrong_tile", 1, 128, f32, kind="ArgumentType", text="a flat shared array")
    TOPIC.error(FILE, "other_type", 1, 128, f32, kind="ArgumentType", text="as the other one")
    TOPIC.error(FILE, "unaligned_tile", 1, 128, f32, kind="ArgumentType", text="at a multiple of 1024 bytes")
    TOPIC.error(FILE, "computed_order", 1, 128, f32, kind="ArgumentType", text="True or False")
    TOPIC.error(FILE, "computed_groups", 1, 128, f32, kind="ArgumentType", text="a constant from 0 to 7")


def main():
    product("rows_by_rows", np.float16, (64, 64), (64, 64), False, True)
    product("rows_by_columns", ml_dtypes.bfloat16, (64, 64), (64, 256), False, False)
    product("columns_by_rows", ml_dtypes.bfloat16, (64, 64), (128, 64), True, True)
    product("columns_by_columns", np.float16, (64, 128), (64, 128), True, False, shared=32768)
    refusals()
    TOPIC.write()


main()
