"""Writes what the kernels of tests/exec/language/host_code must compute: tests/exec/data/host_code.json.
Numba's simulator runs them. Run with a Python that has Numba and NumPy.
"""
from expectations import Topic, c_array, zeros
import numpy as np

TOPIC = Topic("host_code")


def run(kernel, grid, block, *args, file="kernels", **more):
    TOPIC.simulate(f"host_code/{file}.py", kernel, grid, block, *args, **more)


run("scalars", 1, 4, zeros(np.int64, 13))
run("tables", (1, 2), (4, 4), zeros(np.float64, 4, 6), tolerance=1e-12)
run("lists", 3, 8, zeros(np.int64, 8, 20))
run("precision", 1, 8, zeros(np.float64, 5))
run("checksums", 1, 8, c_array([3, 4, 3, 9], np.int32), zeros(np.int64, 4))
run("numbers", 1, 2, zeros(np.float64, 10), file="joined", tolerance=1e-15)
run("arrays", 1, 8, zeros(np.float64, 14, 5), file="joined")
run("annotated", 1, 8, c_array([1, 2, 4], np.float64), np.float64(1.5), zeros(np.float64, 3), file="joined",
    tolerance=1e-15)
run("counted", 1, 1, zeros(np.int64, 3, 4), file="counters")
run("merged", 1, 1, zeros(np.int64, 5), file="counters")
run("natural", 1, 1, zeros(np.float64, 3), file="counters")
run("numbers", 1, 1, zeros(np.float64, 8), file="private_names")
run("Tile.both", 1, 4, zeros(np.int64, 4), file="private_names")
for name in ("Tile.__fill", "Tile._Tile__fill", "__fill"):
    TOPIC.expect("host_code/private_names.py", name, 1, 4, (zeros(np.int64, 4),), {0: np.arange(4) + 4})
for name in ("tile._Tile__kernel", "tile.__kernel"):
    TOPIC.expect("host_code/private_names.py", name, 1, 1, (zeros(np.float64, 1),), {0: [7.5]})
# The kernels stand in functions that the file calls.
TOPIC.expect("host_code/factories.py", "shifted.shift", 2, 4, (zeros(np.int64, 7),), {0: np.arange(7) * 3 + 7})
TOPIC.expect("host_code/factories.py", "gathered.gather", 1, 4, (zeros(np.float32, 4),),
             {0: np.array([9, 4, 1, 0], np.float32)})
TOPIC.expect("host_code/factories.py", "handed_in.kernel", 1, 4,
             (zeros(np.float64, 4), c_array([1.5, 2, 3, 4], np.float64)), {0: np.array([14, 13, 12, 11.5])})
TOPIC.write()
