"""Writes what the kernels of idioms*.py in tests/exec/language must compute: tests/exec/data/idioms.json.

Numba's simulator runs them as Python; where it differs from compiled code (types, names without a value, states of
generators), the expectation is computed here. Run with a Python that has Numba and NumPy.
"""
from expectations import *

TOPIC = Topic("idioms")
FILE = "idioms.py"
ARRAYS = "idioms_arrays.py"
A = np.arange(8)
N = 8


def file_of(kernel):
    defines = f"\ndef {kernel}("
    return ARRAYS if defines in (EXEC / "language" / ARRAYS).read_text() else FILE


def run(kernel, *args, grid=1, block=N, **more):
    TOPIC.simulate(file_of(kernel), kernel, grid, block, *args, **more)


def expect(kernel, args, results, grid=1, block=N, **more):
    TOPIC.expect(file_of(kernel), kernel, grid, block, args, results, **more)


def variables():
    quarters = np.arange(24) / 4
    for kind in ("int32", "uint8", "float32", "float64", "complex64", "complex128"):
        values = quarters if kind[0] != "c" else quarters - 1j * quarters[::-1]
        rows = np.asarray(values * (4 if kind[0] in "iu" else 1)).astype(kind).reshape(8, 3)
        result = kind if kind[0] != "u" else "int64"
        run("accumulator_starts_as_int", as_array(rows), zeros(result, 8), variant=kind)
        products = (rows[:, 0] * rows[:, 1]).astype(np.complex128).sum() + np.arange(8)
        if kind[0] != "u":
            wanted = products if kind[0] == "c" else products.real
            expect("accumulator_of_products", [as_array(rows[:, 0].copy()), as_array(rows[:, 1].copy()), zeros(result, 8)],
                   {2: wanted}, variant=kind)
    expect("parameter_reassigned", [c_array(A, np.float32), 3, zeros(np.float64, 8)], {2: A * 1.5})
    expect("parameter_reassigned", [c_array(A, np.int32), np.int32(3), zeros(np.float32, 8)], {2: A * 1.5}, variant="int32")
    expect("parameter_reassigned_in_branch", [c_array(A, np.int32), 3, zeros(np.float64, 8)],
           {2: np.where(A > 3, 0.75, 3)})
    found = np.stack([np.where(A > 2, A * 2, 0), np.where(A > 3, 30, 0)], axis=1)
    expect("local_set_on_some_paths", [c_array(A, np.int32), zeros(np.int64, 8, 2)], {1: found})
    run("running_extremes", c_array((np.arange(40) * 7 % 11) - 5, np.float32, (8, 5)), zeros(np.float64, 8, 3))


def keywords():
    # The simulator does not know the keyword.
    x, y = np.indices((6, 5))
    expect("grid_by_keyword", [zeros(np.int32, 6, 5)], {0: x * 100 + y + 6}, grid=(3, 2), block=(2, 3))
    run("shape_and_dtype_keywords", c_array(range(16), np.float32), zeros(np.float64, 16), block=16)
    for kind in ("float32", "float64", "int32", "uint8", "complex64"):
        k = np.arange(16)
        wanted = (np.roll(k, -1) + 1) / 2 + 3
        result = "complex128" if kind[0] == "c" else "float64"
        expect("dtype_of_argument", [c_array(k, kind), zeros(result, 16)], {1: wanted}, block=16, variant=kind)


def loops():
    # The loop variable keeps its last value, or what it was.
    expect("loop_shadows_its_bound", [zeros(np.int64, 8), 6],
           {0: [sum(range(x, 6)) + max(x, 5) for x in range(8)]})
    for width in (4, 5, 100):
        run("range_of_ceil", c_array(range(13), np.int32), zeros(np.int64, 4), width, block=4, variant=str(width))
    expect("range_of_float", [zeros(np.int64, 1), 4.5], {0: 4 * 2**5 + 6 * 2**4 + 8 * 8 + 10 * 4 + 12 * 2 + 14}, block=1)
    run("negative_steps", c_array(A, np.int32), zeros(np.int64, 8))
    for step in (np.int64(1), np.int32(3), np.int64(20)):
        run("runtime_step", c_array(range(1, 14), np.int32), zeros(np.int64, 8), step, variant=str(step))
    run("grid_stride_loop", c_array(range(50), np.float32), zeros(np.float32, 50), grid=3, block=7)
    run("block_stride_loop", c_array(range(50), np.float32), zeros(np.float64, 2), grid=2, block=7)


def arrays():
    run("fill_shared_and_local", zeros(np.float32, 16), block=16)
    run("unpack_row", c_array(range(16), np.int32, (8, 2)), zeros(np.int64, 8))
    run("unpack_row", f_array(np.arange(16) / 2, np.float64, (8, 2)), zeros(np.float64, 8), variant="F")
    run("unpack_slice", c_array(np.arange(56) / 8, np.float32, (8, 7)), zeros(np.float32, 8, 6))
    run("swap_elements", c_array(range(9), np.int16))
    run("copy_row", c_array(range(24), np.int32, (4, 6)), zeros(np.float64, 4, 6), block=4)
    run("chained_indices", c_array(range(40), np.int32, (4, 5, 2)), zeros(np.int32, 4, 5), block=(4, 5))
    run("places_in_locals", zeros(np.int64, 5, 6), grid=(2, 3), block=(3, 2))
    run("places_passed_on", zeros(np.int64, 12), grid=3, block=4)
    run("alias_of_module", zeros(np.float64, 16), block=16)
    for kind in ("int32", "float32"):
        run("min_max_of_tuples", c_array(A, kind), c_array(5 - A, kind), zeros(np.float64, 8, 4), variant=kind)


def truth():
    run("truth_of_numbers", c_array(A, np.int32), c_array(A % 3, np.float32), zeros(np.int32, 8, 6))
    run("booleans_in_arithmetic", c_array(A, np.float32), zeros(np.float64, 8))
    run("flag_array", c_array(A, np.int64), zeros(np.bool_, 8), zeros(np.int32, 8))


def chosen():
    run("array_chosen_by_branch", c_array(range(10, 18), np.float32), c_array(range(16), np.float32, (8, 2)),
        zeros(np.float32, 8))
    run("ping_pong", c_array(A, np.int64), zeros(np.int64, 8), 3)
    run("views_to_device_functions", c_array(range(32), np.float32, (8, 4)), c_array(np.ones(32), np.float64, (8, 4)))
    run("eleven_results", c_array(A, np.int32), zeros(np.float64, 8))
    seeds = np.array([1, 2463534242, 0xFFFFFFFF, 12345, 0x80000000, 77, 99, 2**31 - 1])
    for kind in ("uint32", "uint64", "int64"):
        # As 64 bits, which none of the values passes; Numba's operators are of 64 bits whatever the arrays are.
        x = [int(s) for s in seeds]
        for i, v in enumerate(x):
            v ^= (v << 13) & 0xFFFFFFFF
            v ^= v >> 17
            v ^= (v << 5) & 0xFFFFFFFF
            x[i] = v & 0xFFFFFFFF
        expect("shifts_wrapped_by_mask", [c_array(seeds, kind), zeros(kind, 8)], {1: x}, variant=kind)
        h = [int(s) for s in seeds]
        for i, v in enumerate(h):
            for k in range(1, 5):
                n = 7 * k % 32
                v = (((v << n) | (v >> (32 - n))) & 0xFFFFFFFF) ^ ((v + 0x9E3779B9) & 0xFFFFFFFF)
            h[i] = v
        if kind == "uint64":
            # A loop makes int64 and uint64 a float64.
            TOPIC.error(FILE, "rotations", 1, N, c_array(seeds, kind), zeros(kind, 8), kind="NoOperator",
                        text="float64 and int64")
        else:
            expect("rotations", [c_array(seeds, kind), zeros(kind, 8)], {1: h}, variant=kind)


def atomics():
    run("atomic_slots", c_array(A, np.int32), zeros(np.int32, 1), zeros(np.int32, 3))
    for kind in ("int32", "uint64"):
        run("swap_in_one_element_slice", zeros(kind, 3), zeros(np.int32, 3), block=12, variant=kind)
    z = np.arange(24) / 4 - 1j * np.arange(24)[::-1]
    for kind in ("complex64", "complex128"):
        run("atomics_on_parts", c_array(z, kind), zeros(kind, 5), grid=3, variant=kind)
        run("atomics_on_parts_2d", c_array(z, kind, (6, 4)), zeros(kind, 4, 3), block=(6, 4), variant=kind)
    run("shared_histogram", c_array(np.arange(40) * 7 % 40 / 40, np.float32), zeros(np.int32, 16), grid=2, block=20)


def globals_and_types():
    x = np.arange(8).astype(np.float32)
    scaled = (x * np.float32(0.1)).astype(np.float32)
    expect("numpy_globals", [c_array(x, np.float32), zeros(np.float64, 8)],
           {1: scaled.astype(np.float64) + np.array([0.25, 0.5, 0.25])[np.arange(8) % 3]})
    expect("Settings.kernel", [c_array(A, np.float32), zeros(np.float32, 8)], {1: A + 0.5})
    run("annotated", c_array(A, np.float32), 5, zeros(np.float32, 8))
    run("conversions_at_once", c_array(np.arange(8) * 0.5 - 2, np.float32), zeros(np.float64, 8, 8))
    run("index_by_conversion", c_array(range(10), np.int32), c_array(np.arange(8) * 1.125, np.float32), zeros(np.int32, 8))
    c0 = np.array([0, 0.25, -1, 0.3 + 0.5j, 1 + 1j, -0.5 + 0.5j, 2, 0.26])
    run("complex_accumulator", c_array(c0, np.complex128), zeros(np.float64, 8, 2), tolerance=1e-12)
    expect("none_argument", [c_array(A, np.int32), None, zeros(np.int32, 8)], {2: A}, variant="none")
    run("none_argument", c_array(A, np.int32), c_array(A % 2, np.bool_), zeros(np.int32, 8))
    run("string_argument", c_array(A, np.float32), zeros(np.float32, 8))
    run("periodic_neighbours", c_array(np.arange(20) ** 2, np.int32, (4, 5)), zeros(np.int32, 4, 5), block=(4, 5))
    run("dynamic_shared_parts", c_array(A, np.float32), zeros(np.float32, 8), shared=64)
    mask = 2**64 - 1
    expect("unsigned_counter", [zeros(np.uint64, 8)],
           {0: [(i * 6364136223846793005 + 1442695040888963407 & mask) >> 33 for i in range(8)]})


def monte_carlo():
    mask = 2**64 - 1

    def rotl(x, k):
        return (x << k | x >> (64 - k)) & mask

    def uniform(state):
        s0, s1 = state
        result = s0 + s1 & mask
        s1 ^= s0
        state[:] = [rotl(s0, 55) ^ s1 ^ (s1 << 14 & mask), rotl(s1, 36)]
        return np.float32((result >> 11) * 2.0**-53)

    states = np.zeros(8, np.dtype([("s0", np.uint64), ("s1", np.uint64)], align=True))
    states["s0"] = np.arange(1, 9, dtype=np.uint64) * np.uint64(0x9E3779B97F4A7C15)
    states["s1"] = np.arange(9, 1, -1, dtype=np.uint64) * np.uint64(0xBF58476D1CE4E5B9)
    after = states.copy()
    out = []
    for i in range(8):
        state = [int(after["s0"][i]), int(after["s1"][i])]
        inside = 0
        for _ in range(20):
            x, y = uniform(state), uniform(state)
            inside += bool(np.float64(x * x + y * y) <= 1.0)
        after[i] = tuple(state)
        out.append(4.0 * inside / 20)
    expect("monte_carlo", [as_array(states), zeros(np.float64, 8), 20], {0: after, 1: out})


def decorators():
    x = c_array(A, np.float32)
    factors = {"empty_call": A + 2, "signature_without_void": A * 3, "signature_string": A * 4, "tuple_of_types": A * 5,
               "list_of_tuples": A * 6, "list_of_strings": A * 7, "signature_object": A * 8, "short_names": A * 9,
               "by_full_name": A * 10, "by_module_alias": A * 11, "configured_alias": A * 12, "undecorated": A * 13,
               "called_decorator": A * 13, "called_with_function": A * 13, "Plot.add_one": A + 1,
               "device_functions": A * A + A + A + 5 + 8 + 2 * (A + 100), "from_factory": A[::-1] ** 2 + 8,
               "from_factory_of_lambda": A[::-1] + 11}
    for kernel, wanted in factors.items():
        TOPIC.expect("idioms_decorators.py", kernel, 1, 8, [x, zeros(np.float32, 8)], {1: wanted})
    for kernel in ("list_of_tuples", "list_of_strings"):
        TOPIC.expect("idioms_decorators.py", kernel, 1, 8, [c_array(A, np.float64), zeros(np.float64, 8)],
                     {1: factors[kernel]}, variant="float64")


def native():
    """The same with native literals. Where the types differ, the values chosen above do not."""
    for case in list(TOPIC.cases):
        # Weak constants stay float32 there, and an unsigned variable stays unsigned.
        if "error_kind" in case or case["name"].startswith("idioms.numpy_globals"):
            continue
        variant = "+native" if "/" in case["name"] else "/native"
        TOPIC.cases.append({**case, "name": case["name"] + variant, "options": {"literals": "weak"}})


def main():
    variables()
    keywords()
    loops()
    arrays()
    truth()
    chosen()
    atomics()
    globals_and_types()
    monte_carlo()
    decorators()
    native()
    TOPIC.write()


if __name__ == "__main__":
    main()
