"""Writes what the kernels of tests/exec/language/intrinsics*.py must compute: tests/exec/data/intrinsics.json.

Numba's simulator has neither warps nor these intrinsics, so that the expectations come from the models below: a warp is a
list of lanes, and an operation gives each lane its value from those of all. Results of floating-point functions come
from NumPy. Run with a Python that has NumPy and Numba.
"""
import numpy as np

from expectations import Topic, c_array, zeros

FILE = "intrinsics.py"
TOPIC = Topic("intrinsics")


def warps(block, blocks):
    """The threads of each warp, by their number in the grid."""
    for b in range(blocks):
        for first in range(0, block, 32):
            yield list(range(b * block + first, b * block + min(first + 32, block)))


def lanes_where(warp, predicate):
    return sum(1 << lane for lane, i in enumerate(warp) if predicate(i))


def signed(mask):
    return int(np.uint32(mask & 0xFFFFFFFF).astype(np.int32))


def expect(kernel, grid, block, args, results, variant="", **options):
    TOPIC.expect(FILE, kernel, grid, block, args, results, variant=variant, **options)


def votes():
    a = np.arange(80) * 7 % 5
    for kind in ("int32", "int64"):
        out = np.zeros((80, 7), np.int64)
        for warp in warps(40, 2):
            here = lanes_where(warp, lambda i: True)
            yes = lanes_where(warp, lambda i: a[i] > 2)
            for lane, i in enumerate(warp):
                out[i] = [signed(yes), yes != 0, yes == here, yes in (0, here), here, (1 << lane) - 1,
                          signed(lanes_where(warp, lambda j: a[j] != 0))]
        expect("votes", 2, 40, [c_array(a, kind), zeros(np.int64, 80, 7)], {1: out}, kind)
    out = np.zeros((80, 5), np.int64)
    for warp in warps(40, 2):
        thirds = [(lane, i) for lane, i in enumerate(warp) if lane % 3 == 0]
        here = sum(1 << lane for lane, _ in thirds)
        yes = sum(1 << lane for lane, i in thirds if a[i] > 2)
        others = sum(1 << lane for lane, i in enumerate(warp) if lane % 3 != 0 and a[i] > 1)
        for lane, i in enumerate(warp):
            if lane % 3 == 0:
                same = sum(1 << m for m, j in thirds if a[j] == a[i])
                out[i] = [signed(yes), yes != 0, yes == here, yes in (0, here), signed(same)]
            else:
                out[i, 0] = signed(others)
    expect("divergent_votes", 2, 40, [c_array(a, np.int32), zeros(np.int64, 80, 5)], {1: out})
    few = a[:50]
    out = np.zeros((50, 3), np.int64)
    for warp in warps(40, 2):
        warp = [i for i in warp if i < 50]
        for i in warp:
            out[i] = [signed(lanes_where(warp, lambda j: few[j] > 2)), 1,
                      signed(lanes_where(warp, lambda j: few[j] == few[i]))]
    expect("votes_after_return", 2, 40, [c_array(few, np.int32), zeros(np.int64, 50, 3)], {1: out})


def matches():
    a = np.arange(70) * 3 % 4
    for kind in ("int32", "uint32", "int64", "uint64", "float32", "float64", "int8", "uint16"):
        out = np.zeros((70, 5), np.int64)
        for warp in warps(35, 2):
            here = lanes_where(warp, lambda i: True)
            alike = all(a[i] == a[warp[0]] for i in warp)
            for i in warp:
                out[i] = [signed(lanes_where(warp, lambda j: a[j] == a[i])),
                          signed(here) if alike else 0, alike, signed(here), 1]
        expect("matches", 2, 35, [c_array(a, kind), zeros(np.int64, 70, 5)], {1: out}, kind)


def block_votes():
    for variant, a, block in (("some zero", [3, 1, 0, 2, 1, 4], 6), ("none zero", [3, 1, 2, 2, 1, 4], 6),
                              ("many", list(np.arange(200) % 9), 100)):
        out = np.zeros((len(a), 5), np.int64)
        for first in range(0, len(a), block):
            part = a[first:first + block]
            row = [sum(v != 0 for v in part), all(v > 0 for v in part), any(v > 3 for v in part),
                   max(part), 0 in part]
            out[first:first + block] = row
        for kind in ("int32", "int64", "uint8"):
            expect("block_votes", len(a) // block, block,
                   [c_array(a, kind), zeros(np.int64, len(a), 5)], {1: out}, f"{variant} {kind}")


def bits():
    for kind in ("int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64"):
        info = np.iinfo(kind)
        values = [0, 1, 2, 6, 100, info.max, info.min, info.max // 3]
        width = info.bits
        out = np.zeros((len(values), 5), np.uint64)
        for i, value in enumerate(values):
            word = int(value) & ((1 << width) - 1)
            text = format(word, f"0{width}b")
            ones = text.count("1")
            clz = len(text) - len(text.lstrip("0"))
            ffs = 0 if word == 0 else len(text) - len(text.rstrip("0")) + 1
            # brev works on uint64 for uint64 and on uint32 for everything else.
            size = 64 if kind == "uint64" else 32
            reversed_bits = int(format(int(value) & ((1 << size) - 1), f"0{size}b")[::-1], 2)
            out[i] = [ones, clz, ffs, reversed_bits, ones]
        expect("bits", 1, 32, [c_array(values, kind), zeros(np.uint64, len(values), 5)], {1: out}, kind)


def cube_roots():
    values = [0.0, 1.0, 8.0, 27.0, 100.0, 5.0]
    for kind in ("float32", "float64", "int8", "int32"):
        result = "float64" if kind in ("float64", "int32") else "float32"
        roots = np.cbrt(np.array(values, result))
        expect("cube_roots", 1, 32, [c_array(values, kind), zeros(result, len(values))], {1: roots}, kind,
               tolerance=1e-6 if result == "float32" else 1e-14)


def cache_operators():
    for kind in ("int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64", "float32", "float64"):
        a = np.arange(10).reshape(5, 2)
        total = a[:, 0] + a[:, 1] + a[:, -1] + a[::-1, 0] + a[:, 1]
        out = np.concatenate([total, total + 1, total + 2, (total + 3)[::-1]])
        expect("cache_operators", 1, 32, [c_array(a, kind, (5, 2)), zeros(kind, 20)], {1: out}, kind)


def shuffles():
    for kind in ("bool", "int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64", "float32", "float64",
                 "complex64", "complex128"):
        values = np.arange(64) * 37 % 101
        if kind.startswith("complex"):
            values = values + 1j * (values % 7)
        a = values.astype(kind)
        out = np.zeros((64, 4), kind)
        for warp in warps(32, 2):
            for lane, i in enumerate(warp):
                out[i, 0] = a[warp[3]]
                out[i, 1] = a[warp[lane ^ 1]]
                out[i, 2] = a[warp[lane - 2 if lane >= 2 else lane]]
                out[i, 3] = a[warp[lane + 2 if lane < 30 else lane]]
        expect("shuffles", 2, 32, [c_array(a, kind), zeros(kind, 64, 4)], {1: out}, kind)


def grid_group():
    a = np.arange(40)
    after = a.sum() + 40 + np.arange(40)
    expect("grid_group", 10, 4, [c_array(a, np.int64), zeros(np.int64, 40)],
           {0: after, 1: np.roll(after, -5)})
    m = np.zeros((6, 9), np.int32)
    m[0] = np.arange(9)
    rows = np.array([np.roll(m[0], -k) for k in range(6)])
    expect("grid_group_2d", (2, 3), (3, 3), [c_array(m, np.int32, (6, 9))], {0: rows})


def dynamic_arrays():
    rows, columns = 5, 3
    a = np.arange(15, dtype=np.float32).reshape(rows, columns)
    x, y = np.indices((rows, columns))
    out = a[::-1, ::-1] + x + 0.5 * y + 1000 + x % 4
    expect("dynamic_arrays", 1, (8, 4), [c_array(a, np.float32, (rows, columns)), zeros(np.float64, rows, columns), rows,
                                         columns], {1: out}, shared=64 + 16 + 32)
    expect("aliasing_arrays", 1, 32, [zeros(np.int64, 4)], {0: [1, 2, 10, 20]}, shared=40)


def main():
    dynamic_arrays()
    votes()
    matches()
    block_votes()
    bits()
    cube_roots()
    cache_operators()
    shuffles()
    grid_group()
    TOPIC.write()


if __name__ == "__main__":
    main()
