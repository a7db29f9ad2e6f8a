"""Writes what the kernels of tests/exec/language/programs must compute: tests/exec/data/programs.json. They hold what
public programs do, written anew. Numba's simulator runs them. Run with a Python that has Numba and NumPy.
"""
from expectations import Topic, c_array, zeros
import numpy as np

TOPIC = Topic("programs")


def run(file, kernel, grid, block, *args, **more):
    TOPIC.simulate(f"programs/{file}", kernel, grid, block, *args, **more)


rng = np.random.default_rng(17)
run("ranks.py", "by_rank", 1, 1, c_array([4, 5, 6], np.float32), c_array(range(8), np.float64, (2, 4)),
    zeros(np.int16, 1, 2, 9), zeros(np.float64, 10))
plane = rng.integers(-9, 9, 35)
run("ranks.py", "either_rank", 1, 8, c_array(plane, np.float32, (7, 5)), zeros(np.float32, 7), variant="plane")
run("ranks.py", "either_rank", 1, 8, c_array(plane[:7], np.float32), zeros(np.float32, 7), variant="line")
for shape in (4, 6), (-1, 6), (4, -1), (8, 3):
    out = zeros(np.int64, *np.empty(24).reshape(shape).shape)
    run("ranks.py", "reshaped", 1, 1, c_array(range(24), np.int64, (2, 3, 4)), shape, out, variant=str(shape))
for length in 24, -1:
    run("ranks.py", "flattened", 1, 1, c_array(range(24), np.int64, (2, 3, 4)), length, zeros(np.int64, 24),
        variant=str(length))

# The reference of what the package's kernel computes: imports of packages are not for the simulator's own calls.
values = rng.random(11)
counts = [int((values[i:i + 3] < max(values[i], 1e-3)).sum()) for i in range(8)]
TOPIC.expect("programs/package/kernels.py", "thresholds", 1, 16, (c_array(values, np.float64), zeros(np.int64, 8)),
             {1: counts})
TOPIC.write()
