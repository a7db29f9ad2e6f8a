"""Writes what the kernels of records.py, vectors.py and the like in tests/exec/language must compute:
tests/exec/data/records.json. Numba's simulator runs the kernels of records; what it lacks (vector types) has a NumPy
model here. Run with a Python that has Numba and NumPy.
"""
from expectations import EXEC, Array, Record, Topic, as_array, c_array, module, zeros
import numpy as np
from numba.cuda.simulator.cudadrv.devicearray import FakeCUDAArray, FakeWithinKernelCUDAArray

# The simulator wraps arrays and records for the kernel, and forgets to unwrap what is stored.
store = FakeCUDAArray.__setitem__
FakeCUDAArray.__setitem__ = lambda self, index, value: store(self, index, bare(value))


def bare(value):
    return value._item._ary if isinstance(value, FakeWithinKernelCUDAArray) else value


TOPIC = Topic("records")
RECORDS = module(EXEC / "language/records.py")


def random_records(dtype, shape, seed=1):
    """Small numbers in every field, exact in all types."""
    rng = np.random.default_rng(seed)
    a = np.zeros(shape, dtype)

    def fill(view):
        if view.dtype.fields is not None:
            for name in view.dtype.names:
                fill(view[name])
        elif view.dtype.kind == "b":
            view[...] = rng.integers(0, 2, view.shape)
        elif view.dtype.kind == "c":
            view[...] = rng.integers(-9, 9, view.shape) + 1j * rng.integers(-9, 9, view.shape)
        else:
            view[...] = rng.integers(0, 50, view.shape)

    fill(a)
    return a


def records():
    def run(kernel, grid, block, *args, **more):
        TOPIC.simulate("records.py", kernel, grid, block, *args, **more)

    def particles(n, seed=1):
        return as_array(random_records(RECORDS.particle, n, seed))

    def packed(n, seed=1):
        return as_array(random_records(RECORDS.packed, n, seed))

    run("fields", 2, 16, particles(27), zeros(np.float64, 27))
    base = random_records(RECORDS.particle, 20)
    run("fields", 1, 16, Array(base, base[1::2]), zeros(np.float64, 10), variant="strided")
    run("packed_fields", 2, 16, packed(27), zeros(np.float64, 27))
    run("copies", 2, 16, packed(30), packed(30, 2))
    # The simulator's shared arrays give no access to fields.
    a = packed(32)
    reversed_records = a.view[::-1].copy()
    reversed_records["b"] = 2 * np.arange(32) + 0.5
    TOPIC.expect("records.py", "shared_records", 1, 32, (a,), {0: reversed_records})
    run("offsets", 1, 32, as_array(random_records(RECORDS.placed, 17)), zeros(np.float64, 17))
    run("views", 1, 32, particles(9), zeros(np.float64, 5))
    run("array_fields", 1, 32, as_array(random_records(RECORDS.grid_cell, 11)), zeros(np.float64, 11))
    run("chosen", 1, 32, particles(13), zeros(np.float64, 13))
    run("image", (2, 2), (4, 8), as_array(random_records(RECORDS.pixel, (7, 13))), zeros(np.uint8, 7, 13))
    run("one_record", 1, 32, Record(RECORDS.particle, (1.5, (1, 2, 3), (4, 5.25), (6, 7))), zeros(np.float64, 1))
    run("atomics", 1, 32, particles(4), c_array(np.arange(30) * 7 % 4, np.int32))
    run("filled", 1, 1, particles(5), particles(3, 2))
    run("loop_over", 1, 1, particles(6), zeros(np.float64, 1))


def vectors():
    f4 = np.float32
    a = (np.arange(20) * 0.37).astype(f4)
    out = np.zeros((20, 4), f4)
    for i in range(20):
        v = [a[i], f4(2), f4(i), f4(1.5)]
        both = [v[2], f4(7.25)] * 2
        out[i] = [x + y for x, y in zip(both, v)]
    TOPIC.expect("vectors.py", "construct", 1, 32, (c_array(a, f4), zeros(f4, 20, 4)), {1: out})
    out = np.zeros((8, 7))
    for i in range(8):
        out[i] = [(300 + i) & 255, 255, 2, (300 + i) & 255, 5, 0.1, 5]
    TOPIC.expect("vectors.py", "narrow", 1, 8, (zeros(np.float64, 8, 7),), {0: out})
    a = (np.arange(128) * 37 % 128).astype(f4).reshape(32, 4)
    out = np.zeros((32, 4), f4)
    for t in range(32):
        larger = a[a[:, 0] > a[t, 0]].sum(axis=0, dtype=f4)
        out[t] = larger + np.array([0, 0, 2 * t, 1], f4)
    TOPIC.expect("vectors.py", "tiles", 1, 32, (as_array(a), zeros(f4, 32, 4)), {1: out})
    TOPIC.error("vectors.py", "too_few", 1, 1, zeros(f4, 1), kind="CallArity", text="4 lanes")
    TOPIC.error("vectors.py", "lane_write", 1, 1, zeros(f4, 1), kind="AttributeWrite", text="float32x2")
    TOPIC.error("vectors.py", "no_lane", 1, 1, zeros(f4, 1), kind="UnknownAttribute", text="`z`")


records()
vectors()
TOPIC.write()
