"""Writes what the kernels of spellings.py in tests/exec/language must compute: tests/exec/data/spellings.json.

Numba's simulator runs them as Python, with functions of later Pythons added; libdevice, which it does not have, is
computed here. Run with a Python that has Numba and NumPy.
"""
from expectations import *

TOPIC = Topic("spellings")
FILE = "spellings.py"


def run(kernel, *args, **more):
    TOPIC.simulate(FILE, kernel, 1, 1, *args, **more)


def main():
    for kernel, count in (("names_of_types", 8), ("names_of_constants", 9), ("names_of_functions", 11)):
        run(kernel, zeros(np.float64, count), tolerance=1e-13)
    # What NumPy 1.26 has by these names.
    for old, value in (("bool8", np.bool_), ("int0", np.int64), ("uint0", np.uint64), ("complex_", np.complex128),
                       ("cfloat", np.complex128), ("singlecomplex", np.complex64), ("Infinity", np.inf),
                       ("infty", np.inf), ("PINF", np.inf), ("NAN", np.nan), ("NZERO", -0.0), ("PZERO", 0.0)):
        setattr(np, old, value)
    run("names_of_old_numpy", zeros(np.float64, 8))
    x = 300
    wrapped = [np.array(v).astype(kind)[()] for v, kind in
               ((x, "int8"), (x, "uint8"), (x * 1000, "int16"), (x * 1000, "uint16"), (x * 10**7, "int32"))]
    TOPIC.expect(FILE, "widths_of_types", 1, 1, [zeros(np.float64, 10)],
                 {0: wrapped + [np.float32(x + 0.1), np.float32(16777217), 1, -42, 2**32 - x]})
    f = np.float32
    TOPIC.expect(FILE, "names_of_libdevice", 1, 1, [zeros(np.float64, 2)],
                 {0: [2 * math.sin(1) + math.cos(1), math.cos(2) + 8.5]}, tolerance=1e-6)
    a, b = np.array([1.0, 4.0, 9.5]), np.array([3.0, 0.0, 6.5])
    run("functions_with_a_result_array", c_array(a, np.float64), c_array(b, np.float64), zeros(np.float64, 3), tolerance=1e-14)
    run("reductions_of_arrays", c_array([3.0, -1.5, 4.0, 0.5], np.float64), zeros(np.float64, 8), tolerance=1e-14)
    TOPIC.write()


if __name__ == "__main__":
    main()
