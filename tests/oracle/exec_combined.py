"""Writes what the kernels of tests/exec/language/combined.py and combined_more.py must compute: tests/exec/data/combined.json.

Numba's simulator runs those that it can; of the others, which use attributes of records, the results are written here.
"""
import numpy as np

from expectations import Topic, as_array, zeros

TOPIC = Topic("combined")
SIMULATED = ("named", "negslice", "shared3", "calls", "optional", "closures", "loops", "tuples", "view", "assign",
             "complexs", "enums", "const", "from_factory")
SIMULATED_MORE = ("recursion", "slices", "paramreassign", "ternary", "cplx", "prune")
WRITTEN = {
    ("combined.py", "records"): [1.5, 4, 2.5, 7, 7, 9, 3.5, -4, -4, 9, 7, 12],
    ("combined_more.py", "rectuple"): [10.5, 9, 6, 1, 4, 3, 1.5, 2, 4],
}


def arguments():
    return [as_array((np.arange(16) * 1.5 - 3).astype(np.float32)), as_array((np.arange(24) - 5).reshape(4, 6).astype(np.int32)),
            as_array(np.arange(60).reshape(3, 4, 5) * 0.5), zeros(np.float64, 64)]


def main():
    for mode in ("numba", "weak"):
        tolerance = 0.0 if mode == "numba" else 1e-6
        simulated = [("combined.py", k) for k in SIMULATED] + [("combined_more.py", k) for k in SIMULATED_MORE]
        for file, kernel in simulated:
            TOPIC.simulate(file, kernel, 1, 1, *arguments(), variant=mode, options={"literals": mode}, tolerance=tolerance)
        for (file, kernel), values in WRITTEN.items():
            TOPIC.expect(file, kernel, 1, 1, arguments(), {3: values + [0] * (64 - len(values))}, variant=mode,
                         options={"literals": mode})
    TOPIC.write()


if __name__ == "__main__":
    main()
