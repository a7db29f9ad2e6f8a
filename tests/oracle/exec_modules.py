"""Writes what the kernels of tests/exec/language/modules must compute: tests/exec/data/modules.json.
Numba's simulator runs them. Run with a Python that has Numba and NumPy.
"""
from expectations import Topic, c_array, zeros
import numpy as np

TOPIC = Topic("modules")


def run(kernel, grid, block, *args, **more):
    TOPIC.simulate("modules/kernels.py", kernel, grid, block, *args, **more)


rng = np.random.default_rng(3)
run("imports", 1, 8, zeros(np.float64, 7))
run("smooth", (2, 2), (4, 4), c_array(rng.normal(size=(7, 8)), np.float32, (7, 8)),
    zeros(np.float32, 7, 8), tolerance=1e-6)
run("tables", 1, 16, c_array(rng.integers(0, 16, 13), np.int64), zeros(np.float64, 13, 6),
    tolerance=1e-14)
run("constants", 1, 1, zeros(np.float64, 5))
TOPIC.error("modules/kernels.py", "optional", 1, 1, zeros(np.float64, 5), kind="NotConstant")
run("enumerations", 1, 8, c_array([1, 2, 3, 4, 2, 1], np.int32), zeros(np.float64, 6))
run("named_tuples", 1, 8, c_array(rng.integers(-5, 5, 18), np.float64, (6, 3)),
    zeros(np.float64, 6, 4))
run("strings", 1, 8, c_array(rng.integers(-5, 5, 6), np.float64), zeros(np.float64, 6))
run("times2", 1, 8, c_array(rng.integers(-5, 5, 6), np.float64))
run("times3", 1, 8, c_array(rng.integers(-5, 5, 6), np.float64))
run("negated", 1, 8, c_array(rng.integers(-5, 5, 6), np.float32))
TOPIC.write()
