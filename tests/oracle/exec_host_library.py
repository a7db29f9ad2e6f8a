"""Writes what the kernels of tests/exec/language/host_library.py and host_wrappers.py must compute:
tests/exec/data/host_library.json.

NumPy and Python compute the constants of the first file; of each, the kernels sum the elements times their places.
"""
import re

import numpy as np

from expectations import EXEC, Topic, c_array, module, zeros

FILE = "host_library.py"
WRAPPERS = "host_wrappers.py"
TOPIC = Topic("host_library")


def weighted(value):
    flat = np.asarray(value, np.float64).ravel()
    return float((flat * np.arange(1, flat.size + 1)).sum())


def main():
    path = EXEC / "language" / FILE
    values = vars(module(path))
    kernels = re.findall(r"def (sums\d+)\(out\):\n(.*?)(?=\n\n|\Z)", path.read_text(), re.S)
    for kernel, body in kernels:
        results = [weighted(values[name]) for name in re.findall(r"(C\d\d\d)", body)]
        TOPIC.expect(FILE, kernel, 1, 1, (zeros(np.float64, 8),), {0: results + [0] * (8 - len(results))}, tolerance=1e-12)
    x = np.array([0.5, -1.5, 2.0, 3.25])
    given = (c_array(x, np.float64), zeros(np.float64, 4))
    for kernel, result in {
        "mapped": 1 / (1 + np.exp(-x)), "scaled": x * 6, "options": x + 0.5, "annotated": np.where(x > 0, x, 0),
        "chosen": x * x, "starred": x * (1 + 20 + 300),
    }.items():
        TOPIC.expect(WRAPPERS, kernel, 1, 4, given, {1: list(map(float, result))}, tolerance=1e-15)
    TOPIC.write()


if __name__ == "__main__":
    main()
