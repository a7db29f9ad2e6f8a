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

# Physical constants by their published values (CODATA 2022; exact ones of the SI).
C, E, M_E, H = 299792458.0, 1.602176634e-19, 9.1093837139e-31, 6.62607015e-34
speeds = np.array([0.0, 1e6, 1.5e8, 2.9e8])
omega = E / M_E * 0.25 * np.sqrt(1.0 - speeds**2 / C**2)
rows = np.stack([omega, H / (2 * np.pi) * omega / E, np.full(4, C / H * C), np.full(4, 1024 * np.pi / 180)], axis=1)
TOPIC.expect("programs/physics.py", "cyclotron", 1, 8, (c_array(speeds, np.float64), 0.25, zeros(np.float64, 4, 4)),
             {2: rows}, tolerance=1e-9)
K, N_A = 1.380649e-23, 6.02214076e23
sigma = 2 * np.pi**5 * K**4 / (15 * H**3 * C**2)
TOPIC.expect("programs/physics.py", "units", 1, 1, (zeros(np.float64, 12),),
             {0: [K, N_A, H, 6.67430e-11, 9.80665, sigma, K * N_A, 101325.0, 0.0254, 1e-9, 86400.0,
                  149597870700.0 * 648000 / np.pi]}, tolerance=1e-12)
TOPIC.write()
