"""Writes what the kernels of tests/exec/language/constants must compute: tests/exec/data/constants.json.
Numba's simulator runs them, where it can. Run with a Python that has Numba and NumPy.
"""
from expectations import EXEC, Topic, c_array, module, zeros
import numpy as np

TOPIC = Topic("constants")
KERNELS = module(EXEC / "language/constants/kernels.py")


def run(kernel, grid, block, *args, **more):
    TOPIC.simulate("constants/kernels.py", kernel, grid, block, *args, **more)


rng = np.random.default_rng(11)
run("gamma", (2, 2), (4, 8), c_array(rng.integers(0, 256, 77), np.uint8, (7, 11)), zeros(np.float32, 7, 11))
run("large", 2, 16, c_array(rng.integers(0, 40000, 23), np.int64), zeros(np.float64, 23))
run("whole", 2, 16, c_array(rng.integers(0, 16384, 23), np.int32), zeros(np.int32, 23))
run("element_types", 1, 16, zeros(np.float64, 15, 7), zeros(np.uint64, 15))
TOPIC.expect("constants/kernels.py", "halves", 1, 4, (zeros(np.float32, 4),), {0: KERNELS.HALVES.astype(np.float32)})
run("orders", 1, 4, zeros(np.float64, 3, 8))
run("nothing", 1, 1, zeros(np.float64, 1))
# The simulator gives no access to fields of a file's records.
p, q = KERNELS.PARTICLES, KERNELS.PACKED
TOPIC.expect("constants/kernels.py", "records", 1, 4, (zeros(np.float64, 3, 4),), {0: np.array([
    [p["x"][i] + p["n"][i, 1] + p["n"][i, 0] * 10, p["ok"][i], q["t"][i % 2] + q["v"][i % 2] + q["w"][i % 2], 3.0]
    for i in range(3)], dtype=np.float64)})
run("copy_in", 2, 8, zeros(np.float64, 13))
places = [0, 1, 1, 0, 0, 1]
TOPIC.expect("constants/kernels.py", "copy_records", 1, 8, (zeros(np.int64, 6), c_array(places, np.int64)),
             {0: q["w"][places]})
points = KERNELS.POINTS
TOPIC.expect("constants/kernels.py", "fields_in_place", 1, 4, (zeros(np.float64, 2),),
             {0: points["x"] * points["n"] + points["c"][:, 1] * 100.0})
run("chosen", 4, 32, c_array([10, 20, 30, 40], np.float64), zeros(np.float64, 101), tolerance=1e-15)
run("slices", 2, 16, zeros(np.int64, 29))
run("convolved", 2, 16, c_array(rng.normal(size=40), np.float64), zeros(np.float64, 30), tolerance=1e-12)
TOPIC.write()
