"""Writes what the kernels of tests/exec/language/launches.py must compute: tests/exec/data/launches.json.

Numba itself computes it on the processor: its vectorize and guvectorize for that target, and functools.reduce, since the
simulator has none of them.
"""
import functools
import types

import numpy as np

from expectations import EXEC, Array, Topic, as_array, c_array, every, f_array, zeros

FILE = "launches.py"
TOPIC = Topic("launches")


def processor_functions():
    text = (EXEC / "language" / FILE).read_text()
    text = text[:text.index("# Kernels call them")]
    text = text.replace('target="cuda"', 'target="cpu"').replace("cuda.jit(device=True)", "numba.njit")
    text = text.replace("@cuda.reduce", "").replace("@cuda.Reduce", "").replace("cuda.reduce(", "(")
    names = {}
    exec(compile(text, FILE, "exec"), names)
    return types.SimpleNamespace(**names)


HOST = processor_functions()
rng = np.random.default_rng(8)


def whole(name, *args, grid=2, block=32, results=1, variant="", **more):
    """A launch whose last arguments take what Numba makes of the others."""
    inputs = [a.view if isinstance(a, Array) else a for a in args[:-results]]
    made = getattr(HOST, name)(*inputs)
    made = made if results > 1 else (made,)
    first = len(args) - results
    expected = {first + i: np.broadcast_to(value, args[first + i].view.shape) for i, value in enumerate(made)}
    TOPIC.expect(FILE, name, grid, block, args, expected, variant=variant, **more)


def reduced(name, values, init, blocks, threads, results=1):
    """Each block leaves the reduction of its share in its own result."""
    kind = values.dtype.type
    expected = np.full(results, 0, values.dtype)
    block_shape, threads = threads, int(np.prod(threads))
    grid_shape, blocks = blocks, int(np.prod(blocks))
    shares = min(blocks, results)
    step = shares * threads
    for block in range(shares):
        mine = [values[i] for start in range(block * threads, values.size, step)
                for i in range(start, min(start + threads, values.size))]
        begin = [kind(init)] if block == 0 or not mine else []
        expected[block] = functools.reduce(getattr(HOST, name), begin + mine)
    TOPIC.expect(FILE, name, grid_shape, block_shape, (as_array(values), zeros(values.dtype, results), kind(init)),
                 {1: expected}, variant=f"{values.size}_{values.dtype}_{blocks}_{threads}_{results}")


def main():
    single = rng.normal(size=(3, 4)).astype(np.float32)
    double = rng.normal(size=(2, 3, 4))
    whole("axpy", as_array(single), as_array(single + 1), zeros(np.float32, 3, 4), tolerance=1e-6)
    whole("axpy", as_array(single), as_array(single[1]), zeros(np.float32, 3, 4), variant="row", tolerance=1e-6)
    whole("axpy", as_array(single), as_array(single[:, 1:2]), zeros(np.float32, 3, 4), variant="column",
          tolerance=1e-6)
    whole("axpy", as_array(double), np.float64(0.5), zeros(np.float64, 2, 3, 4), variant="scalar", tolerance=1e-14)
    whole("axpy", as_array(double[:, :1]), as_array(double[1, :, 2:3]), zeros(np.float64, 5, 2, 3, 4),
          variant="both_ways", tolerance=1e-14)
    whole("axpy", every(-2, range(200), np.int64), c_array(range(200), np.int64), zeros(np.int64, 200),
          variant="gaps", grid=1)
    whole("axpy", f_array(range(12), np.int64, (3, 4)), c_array([5], np.int64), f_array(np.zeros(12), np.int64, (3, 4)),
          variant="f_order")
    whole("axpy", c_array([1, 2, 3], np.int32), c_array([4, 5, 6], np.int32), zeros(np.float64, 3),
          variant="converted")
    whole("axpy", zeros(np.float32, 0), zeros(np.float32, 0), zeros(np.float32, 0), variant="empty")
    whole("clipped", as_array(single * 3), zeros(np.float32, 3, 4))
    whole("clipped", as_array(double[0] * 3), zeros(np.float64, 3, 4), variant="float64")
    numbers = [c_array(rng.integers(-9, 9, 7), np.int32) for _ in range(3)]
    whole("middle", *numbers, zeros(np.int32, 7))
    whole("running", as_array(single), np.float32(2), zeros(np.float32, 3, 4), tolerance=1e-6)
    whole("running", as_array(single[0]), np.float32(2), zeros(np.float32, 4), variant="once", tolerance=1e-6)
    whole("running", as_array(single), c_array([1, 2, 3], np.float32), zeros(np.float32, 3, 4), variant="each",
          tolerance=1e-6)
    whole("running", as_array(single[0]), c_array(range(6), np.float32, (2, 3)), zeros(np.float32, 2, 3, 4),
          variant="outer", tolerance=1e-6)
    whole("matmul", as_array(double), as_array(rng.normal(size=(4, 2))), zeros(np.float64, 2, 3, 2), tolerance=1e-14)
    whole("matmul", as_array(rng.normal(size=(5, 1, 2, 3))), as_array(rng.normal(size=(4, 3, 2))),
          zeros(np.float64, 5, 4, 2, 2), variant="outer", tolerance=1e-14)
    whole("extremes", as_array(rng.integers(-99, 99, (3, 5, 4)).astype(np.int32)), zeros(np.int32, 3, 5),
          zeros(np.int32, 3, 5), results=2)
    whole("extremes", c_array([3, 1, 2], np.int32), zeros(np.int32, 1), zeros(np.int32, 1), results=2, variant="once")
    whole("scaled", as_array(single), as_array(single[:, 0]), zeros(np.float32, 3, 4), tolerance=1e-6)
    for size, blocks, threads, results in ((1, 1, 1, 1), (300, 1, 128, 1), (300, 4, 96, 1), (301, 3, 32, 3),
                                           (100, 3, 64, 5), (7, 1, 256, 1), (0, 2, 32, 1)):
        reduced("total", rng.integers(-99, 99, size), 5, blocks, threads, results)
        reduced("total", rng.integers(-99, 99, size).astype(np.float32), 0, blocks, threads, results)
        reduced("greatest", rng.normal(size=size), 0, blocks, threads, results)
    # Threads count by one number in blocks and grids of any dimensions.
    reduced("total", rng.integers(-99, 99, 500), 0, (2, 2, 2), (4, 2, 3), 7)
    whole("extremes", as_array(rng.integers(-99, 99, (40, 4)).astype(np.int32)), zeros(np.int32, 40),
          zeros(np.int32, 40), results=2, variant="blocks", grid=(2, 3), block=(2, 1, 2))
    whole("axpy", c_array(range(300), np.int64), c_array(range(300), np.int64), zeros(np.int64, 300),
          variant="blocks", grid=(1, 2, 2), block=(4, 2, 2))
    reduced("product", rng.integers(1, 4, 30), 1, 1, 32)
    # Numba's defaults: 0 to begin with, all elements; and its `size`.
    some = rng.integers(-99, 99, 300)
    for more, wanted in (((), some.sum()), ((np.int64(7),), some.sum() + 7), ((None, np.int64(70)), some[:70].sum()),
                         ((np.int64(3), np.int64(0)), 3), ((np.int64(3), np.int64(1000)), some.sum() + 3)):
        TOPIC.expect(FILE, "total", 1, 64, (as_array(some), zeros(np.int64, 1)) + more, {1: [wanted]},
                     variant=f"defaults_{len(more)}_{wanted}")
    numbers = rng.integers(0, 9, 5).astype(np.int32)
    TOPIC.expect(FILE, "calls", 1, 8, (as_array(numbers), zeros(np.int64, 5)), {1: 3 * numbers + 1})

    # What NumPy does not broadcast, on the host and in the kernel.
    wide, narrow = zeros(np.float32, 3, 4), zeros(np.float32, 4)
    TOPIC.error(FILE, "axpy", 1, 8, wide, wide, narrow, kind="ArgumentType", text="`x` wants at most 1 dimension")
    TOPIC.error(FILE, "axpy", 1, 8, wide, narrow, np.float32(1), kind="ArgumentType", text="`out` wants an array",
                variant="scalar_result")
    TOPIC.error(FILE, "axpy", 1, 8, wide, zeros(np.float32, 3), wide, kind="ExceptionRaised", text="broadcast",
                variant="shapes", options={"debug": True})
    TOPIC.error(FILE, "running", 1, 8, np.float32(1), np.float32(1), narrow, kind="ArgumentType", text="`x` wants an array",
                variant="scalar_core")
    TOPIC.error(FILE, "total", 1, 8, wide, narrow, np.float32(0), kind="ArgumentType", text="one dimension")
    TOPIC.error(FILE, "other_layout", 1, 8, narrow, narrow, kind="BadSignature", text="`(n)->(n),(n)`")
    TOPIC.error(FILE, "no_layout", 1, 8, narrow, narrow, kind="BadSignature", text="n->n")
    # No signature holds all values; extents and results that differ.
    TOPIC.error(FILE, "narrowed", 1, 1, zeros(np.float64, 2), kind="NoSignature", text="float64")
    TOPIC.error(FILE, "weigh", 1, 8, zeros(np.float64, 3), zeros(np.float64, 3), kind="LibraryArguments",
                text="(int32) or (float32)")
    TOPIC.error(FILE, "matmul", 1, 8, zeros(np.float64, 2, 3), zeros(np.float64, 2, 2), zeros(np.float64, 2, 2),
                kind="ExceptionRaised", text="layout", variant="extents", options={"debug": True})
    TOPIC.error(FILE, "extremes", 1, 8, zeros(np.int32, 4, 3), zeros(np.int32, 1), zeros(np.int32, 4),
                kind="ExceptionRaised", text="results", variant="results", options={"debug": True})
    TOPIC.error(FILE, "three", 1, 8, narrow, narrow, np.float32(0), kind="ArgumentCount", text="two elements")
    TOPIC.error(FILE, "star", 1, 8, narrow, kind="KernelParameter", text="values")
    TOPIC.write()


if __name__ == "__main__":
    main()
