"""Writes what the kernels of cuda_api.py in tests/exec/language must compute: tests/exec/data/cuda_api.json.

Kernels about types hold true and false; the others follow from what CUDA's documentation says of each function.
"""
from expectations import *

TOPIC = Topic("cuda_api")
FILE = "cuda_api.py"


def expect(kernel, args, results, grid=1, block=1, **more):
    TOPIC.expect(FILE, kernel, grid, block, args, results, **more)


def types_and_places():
    expect("types_of_places", [zeros(np.bool_, 12)], {0: np.ones(12)})
    expect("types_of_votes", [c_array(range(1, 33), np.int32), zeros(np.bool_, 32, 14)], {1: np.ones((32, 14))}, block=32)
    lanes = [c_array(np.arange(64) * 3, kind) for kind in ("int32", "int64", "float32", "float64")]
    expect("types_of_shuffles", lanes + [zeros(np.bool_, 64, 10)], {4: np.ones((64, 10))}, block=64)
    ones = [c_array([1], kind) for kind in ("int32", "uint8", "int64", "uint64", "int16")]
    expect("types_of_bits", ones + [zeros(np.bool_, 10)], {5: np.ones(10)})
    a, f = np.arange(8), np.arange(8) / 4
    expect("selp_and_fma", [c_array(a, np.int32), c_array(f, np.float32), zeros(np.float64, 8, 9)],
           {2: np.stack([np.where(a > 2, a, -1), np.where(a != 0, f, 0), np.where(a == 3, 5, 6), f * f + 0.25, f * 0.5 + 1.5,
                         *np.ones((4, 8))], axis=1)}, block=8)
    # The product is not rounded: (1 + e)(1 - e) - 1 is -e^2.
    for kind in ("float32", "float64"):
        e = float(np.finfo(kind).eps)
        expect("fma_is_exact", [c_array([1 + e, 3], kind), c_array([1 - e, 5], kind), c_array([-1, 7], kind), zeros(kind, 2)],
               {3: [-e * e, 22]}, block=2, variant=kind)
    expect("fences", [c_array(range(32), np.int32), zeros(np.int32, 32)], {0: range(1, 33), 1: range(1, 33)}, block=32)
    expect("warp_without_barriers", [c_array(range(32), np.float32), zeros(np.float32, 32)], {1: [496] * 32}, block=32)
    expect("imported_names", [zeros(np.float32, 8)], {0: 15 - np.arange(8)}, block=8)


def memory():
    expect("shapes", [zeros(np.int32, 16)], {0: [8, 27, 8, 8, 408, 1016, 128, 3, 304, 8, 207, 205, 304, 4, 11, 8]})
    t = np.arange(8)
    w = 7 - t
    rows = [w + 0.75, w + 0.75, w, w + 0.75, w, w, w != 0, t != 1, t * 1.5, -np.ones(8), (t + 254).astype(np.int8), t / 4, w,
            t + 3, 2 * w + 1, t / 8, 2 * t, t, (-t).astype(np.uint16)]
    expect("element_types", [c_array(t, np.int16), zeros(np.float64, 8, 19)], {1: np.stack(rows, axis=1)}, block=8)
    expect("aligned_arrays", [zeros(np.int32, 8)], {0: 3 + t}, block=8)
    table = np.arange(12).reshape(3, 4)
    parts = np.array([1, 2, -1, -2])
    small = np.array([200, 100, 50])
    expect("constant_arrays", [zeros(np.float64, 8, 6)],
           {0: np.stack([table[t % 3, -1 - t % 4], small[t % 3] + 200, parts[t % 4], t % 3 != 1, table.sum(axis=1)[t % 3],
                         np.full(8, 33)], axis=1)}, block=8)
    expect("constant_of_closure", [zeros(np.int32, 8)], {0: np.array([3, 1, 4, 1, 5])[t % 5] + 3}, block=8)


def atomics():
    f = [1.0, 2.0]
    wanted = [10, 15, 13, 100, 7, 6, 14, 13, 50, 60, 60, 20, 80, 2, 3.5, 3.25, 9, -9, 3, 2, 22, 4, 1, 1]
    for kind, real in (("int32", "float32"), ("int64", "float64"), ("uint32", "float32"), ("uint64", "float64"),
                       ("int16", "float32"), ("uint8", "float16")):
        expect("atomic_results", [c_array([10, 20], kind), c_array(f, real), zeros(np.float64, 24)],
               {0: [80, 22], 1: [4, 2], 2: wanted}, variant=kind)
    nan = math.nan
    for kind in ("float32", "float64"):
        for value, variant in ((2.0, "number"), (nan, "nan")):
            memory = [1.0, 3.0, nan]
            sticks = [1, 2, nan] if variant == "number" else memory
            grows = [2, 3, nan] if variant == "number" else memory
            low = [1, 2, 2] if variant == "number" else memory
            high = [2, 3, 2] if variant == "number" else memory
            expect("atomic_nans", [c_array(memory, kind) for _ in range(4)] + [np.dtype(kind).type(value)],
                   {0: sticks, 1: grows, 2: low, 3: high}, block=3, variant=f"{kind} {variant}")
    for kind in ("uint32", "uint64"):
        up, down, rows = 2, 9, []
        for _ in range(7):
            rows.append([up, down])
            up = 0 if up >= 4 else up + 1
            down = 4 if down == 0 or down > 4 else down - 1
        expect("atomic_wrap", [c_array([2], kind), c_array([9], kind), np.dtype(kind).type(4), zeros(kind, 7, 2)],
               {0: up, 1: down, 3: rows}, variant=kind)
    a = np.zeros((3, 4), np.int64)
    out = np.zeros((2, 3))
    s = np.zeros((2, 3))
    for i in range(12):
        s[i % 2, -1 - i % 3] += i
        s[1, 0] += 1
        a[i % 3, i % 4] += 1
        a[i % 3, 1] += 10
        a[::-1, ::2][0, 1] += 100
        a.T[0, 1] -= 1000
        out[i % 2, i % 3] += 0.5
    expect("atomic_places", [zeros(np.int32, 3, 4), zeros(np.float32, 2, 3)], {0: a, 1: out + s}, block=12)
    kind = np.dtype([("a", np.int32), ("b", np.float64)], align=True)
    particles = np.zeros(2, kind)
    after = particles.copy()
    after["a"] = [6, 9]
    after["b"] = 1.5
    expect("atomic_on_fields", [as_array(particles)], {0: after}, block=6)
    expect("atomic_mutex", [zeros(np.int32, 1), zeros(np.int64, 1)], {1: [12]}, grid=3, block=128)
    values = np.arange(100)
    partial = [sum(int(values[i]) for i in range(100) if i // 8 % 4 == b) for b in range(4)]
    expect("last_block", [c_array(values, np.float64), zeros(np.float64, 4), zeros(np.uint32, 1), zeros(np.float64, 1)],
           {1: partial, 2: [4], 3: [sum(partial)]}, grid=4, block=8)


def main():
    types_and_places()
    memory()
    atomics()
    TOPIC.write()


if __name__ == "__main__":
    main()
