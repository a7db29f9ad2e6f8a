"""Writes what the kernels of tests/exec/language/host_arrays.py must compute: tests/exec/data/host_arrays.json.

NumPy computes the arrays of that file; of each, the kernels sum the elements times their places.
"""
import re

import numpy as np

from expectations import EXEC, Topic, module, zeros

FILE = "host_arrays.py"
TOPIC = Topic("host_arrays")


def weighted(value):
    if np.ndim(value) == 0:
        return float(value)
    flat = np.asarray(value, np.float64).ravel()
    return float((flat * np.arange(1, flat.size + 1)).sum())


def main():
    path = EXEC / "language" / FILE
    values = vars(module(path))
    kernels = re.findall(r"def (sums\d+)\(out\):\n(.*?)(?=\n\n|\Z)", path.read_text(), re.S)
    for kernel, body in kernels:
        names = re.findall(r"(C\d\d)", body)
        results = [weighted(values[name]) for name in names]
        TOPIC.expect(FILE, kernel, 1, 1, (zeros(np.float64, 8),), {0: results + [0] * (8 - len(results))}, tolerance=1e-13)
    TOPIC.expect(FILE, "flags", 1, 1, (zeros(np.float64, 8),), {0: [1, 0, 0, 0, 0, 0, 0, 0]})
    TOPIC.error(FILE, "optional", 1, 1, zeros(np.float64, 8), kind="NotConstant")
    TOPIC.write()


if __name__ == "__main__":
    main()
