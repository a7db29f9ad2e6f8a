"""Writes what the kernels of public_idioms.py and forwarded.py in tests/exec/language must compute:
tests/exec/data/public_idioms.json."""
import numpy as np

from expectations import Topic, c_array, zeros

FILE = "public_idioms.py"
TOPIC = Topic("public_idioms")


def main():
    a = np.array([0.25, 0.75, 0.4375, 0.5, 0.0625, 1.5])
    given = c_array(a, np.float64)
    sums = [sum(a[::2] ** 2), sum(a[1::2] ** 2)]
    TOPIC.expect(FILE, "product_argument", 1, 8, (zeros(np.float64, 2, 1), given), {0: [[s] for s in sums]}, tolerance=1e-15)
    out = zeros(np.float64, 6)
    TOPIC.expect(FILE, "parallel_range", 1, 4, (out, given), {0: list(a * a.sum())}, tolerance=1e-15)
    TOPIC.expect(FILE, "constant_parameter", 1, 8, (zeros(np.float64, 6), given), {0: list(a * 2)})
    TOPIC.expect(FILE, "mask_by_product", 1, 8, (zeros(np.int64, 6), given), {0: [1, 0, 1, 1, 0, 0]})
    starts = c_array([0, 2, 3, 6], np.int64)
    TOPIC.expect(FILE, "slice_of_slice", 1, 4, (zeros(np.float64, 3), given, starts), {0: [a[1], a[2], a[4]]})
    grid = c_array([[5, 5, -1, -1], [-1, -1, -1, -1], [7, -1, 8, 8]], np.int64, (3, 4))
    taken = [[5, 5, 0, -1], [1, -1, -1, -1], [7, 2, 8, 8]]
    TOPIC.expect(FILE, "claims", 1, 3, (grid, zeros(np.int64, 3)), {0: taken, 1: [2, 0, 1]})
    # What Python computes where all modules are there.
    TOPIC.expect("forwarded.py", "forwarded", 2, 4, (zeros(np.float64, 6), given), {0: list(a * 5432 + 4)}, tolerance=1e-15)
    TOPIC.error("forwarded.py", "chosen", 2, 4, zeros(np.float64, 6), given, kind="NotConstant")
    TOPIC.expect("forwarded.py", "stands_in", 2, 4, (zeros(np.float64, 6), given), {0: list(a * 2)})
    TOPIC.expect("forwarded.py", "tripled", 2, 4, (zeros(np.float64, 6), given), {0: list(a * 3)})
    TOPIC.write()


if __name__ == "__main__":
    main()
