"""Writes what the kernels of tests/exec/language/matrices.py must compute: tests/exec/data/matrices.json.

Products are NumPy's, of numbers whose sums are exact in float32 but for `tiled`. Run with a Python that has NumPy, Numba and ml_dtypes.
"""
import ml_dtypes
import numpy as np

from expectations import Topic, as_array, zeros

FILE = "matrices.py"
TOPIC = Topic("matrices")
RNG = np.random.default_rng(20)


def numbers(shape, dtype):
    """Small multiples of 1/8: the types hold them exactly, and float32 their products and sums."""
    return (RNG.integers(-32, 33, shape) / 8).astype(dtype)


def halves():
    for kernel, dtype in (("float16_product", np.float16), ("bfloat16_product", ml_dtypes.bfloat16)):
        for warps in (1, 3):
            a, b = numbers((warps, 16, 16), dtype), numbers((warps, 16, 8), dtype)
            c = numbers((warps, 16, 8), np.float32)
            TOPIC.expect(FILE, kernel, 1, 32 * warps,
                         (as_array(a), as_array(b), as_array(c), zeros(np.float32, warps, 16, 8)),
                         {3: a.astype(np.float32) @ b.astype(np.float32) + c}, variant=str(warps))


def others():
    a, b, c = numbers((16, 8), np.float32), numbers((8, 8), np.float32), numbers((16, 8), np.float32)
    # What the product ignores.
    low = (a.view(np.uint32) | np.uint32(0x1FFF)).view(np.float32)
    TOPIC.expect(FILE, "tfloat32_product", 1, 32, (as_array(low), as_array(b), as_array(c), zeros(np.float32, 16, 8)),
                 {3: a @ b + c})
    for kernel, dtype in (("int8_product", np.int8), ("uint8_product", np.uint8)):
        info = np.iinfo(dtype)
        a = RNG.integers(info.min, info.max + 1, (16, 32)).astype(dtype)
        b = RNG.integers(info.min, info.max + 1, (8, 32)).astype(dtype)
        c = RNG.integers(-1000, 1000, (16, 8)).astype(np.int32)
        TOPIC.expect(FILE, kernel, 1, 32, (as_array(a), as_array(b), as_array(c), zeros(np.int32, 16, 8)),
                     {3: a.astype(np.int32) @ b.astype(np.int32).T + c})
    a, b, c = numbers((8, 4), np.float64), numbers((4, 8), np.float64), numbers((8, 8), np.float64)
    TOPIC.expect(FILE, "float64_product", 1, 32, (as_array(a), as_array(b), as_array(c), zeros(np.float64, 8, 8)),
                 {3: a @ b + c})


def wide():
    a, b, c = numbers((16, 8), np.float64), numbers((8, 8), np.float64), numbers((16, 8), np.float64)
    TOPIC.expect(FILE, "float64_wide_product", 1, 32, (as_array(a), as_array(b), as_array(c), zeros(np.float64, 16, 8)),
                 {3: a @ b + c})


def joined(low, high):
    return np.uint32(low) | np.uint32(high) << np.uint32(16)


def loads():
    tile = RNG.integers(0, 1 << 16, (32, 8)).astype(np.uint16)
    straight = [[joined(tile[8 * m + lane // 4, lane % 4 * 2], tile[8 * m + lane // 4, lane % 4 * 2 + 1])
                 for m in range(4)] for lane in range(32)]

    def turned(rows, m, lane):
        return joined(rows[8 * m + lane % 4 * 2, lane // 4], rows[8 * m + lane % 4 * 2 + 1, lane // 4])

    out = np.array([[straight[lane][m] for m in (0, 0, 1, 0, 1, 2, 3)]
                    + [turned(tile, m, lane) for m in (0, 0, 1)]
                    + [turned(tile[::-1], m, lane) for m in range(4)] for lane in range(32)], np.uint32)
    TOPIC.expect(FILE, "loads", 1, 32, (as_array(tile), zeros(np.uint32, 32, 14)), {1: out})


def tiled():
    a = RNG.normal(0, 1, (32, 80)).astype(np.float16)
    b = RNG.normal(0, 1, (80, 16)).astype(np.float16)
    TOPIC.expect(FILE, "tiled", 1, 128, (as_array(a), as_array(b), zeros(np.float32, 32, 16)),
                 {2: a.astype(np.float32) @ b.astype(np.float32)}, tolerance=1e-4)


def copies():
    a = RNG.normal(0, 1, (64, 12)).astype(np.float32)
    valid = np.array([(0, 4, 8, 12, 16)[i % 5] for i in range(64)], np.int32)
    here = np.full((64, 12), 7, np.float32)
    for i in range(64):
        here[i, :4] = 0
        here[i, :valid[i] // 4] = a[i, :valid[i] // 4]
        here[i, 4:6] = 0
        some = min(valid[i], 8) // 4
        here[i, 4:4 + some] = a[i, 4:4 + some]
        here[i, 6] = a[i, 6]
    out = np.concatenate([here[:, 3:4], here[::-1]], axis=1)
    TOPIC.expect(FILE, "copies", 1, 64, (as_array(a), as_array(valid), zeros(np.float32, 64, 13)), {2: out})


def refusals():
    f32 = zeros(np.float32, 32)
    TOPIC.error(FILE, "copy_to_global", 1, 1, f32, f32, kind="ArgumentType", text="a shared array of numbers")
    TOPIC.error(FILE, "copy_of_other_type", 1, 1, f32, kind="ArgumentType", text="an array of int32 in global memory")
    TOPIC.error(FILE, "computed_wait", 1, 1, f32, kind="ArgumentType", text="a constant from 0")
    TOPIC.error(FILE, "global_rows", 1, 32, zeros(np.uint32, 32), kind="ArgumentType", text="a shared array of numbers")
    TOPIC.error(FILE, "wrong_fragment", 1, 32, f32, kind="ArgumentType", text="a uint32x2")


def main():
    halves()
    others()
    loads()
    tiled()
    copies()
    wide()
    refusals()
    TOPIC.write()


main()
