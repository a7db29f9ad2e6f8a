"""Writes what the kernels of functions.py in tests/exec/language must compute: tests/exec/data/functions.json. Numba's
simulator runs them as Python. Run with a Python that has Numba and NumPy.
"""
from expectations import Topic, c_array, zeros
import numpy as np

TOPIC = Topic("functions")
A = np.arange(1, 9)




def run(kernel, *more, variant="", shape=(8,), values=A):
    args = [c_array(values, np.float64), zeros(np.float64, *shape), *more]
    block = 1 if more or kernel in ("sequences", "matches") else 8
    TOPIC.simulate("functions.py", kernel, 1, block, *args, variant=variant)


def main():
    for kernel in ("reversed_sum", "reversed_difference", "lambdas", "nested", "defaults", "shared_in_closure",
                   "recursive_closure", "tuple_of_functions", "chosen_function", "sequences", "star_calls", "matches", "match_returns"):
        run(kernel)
    for step in (1, 3, -1, -2, 50, -50):
        for lower, upper in ((0, 20), (3, -2), (-3, 2), (100, -100), (15, 1), (-100, 100)):
            run("stepped", np.int64(step), np.int64(lower), np.int64(upper), shape=(4, 20), values=np.arange(20),
                variant=f"{step},{lower},{upper}")
    # The simulator cannot launch a method.
    TOPIC.expect("functions.py", "Kernels.method", 1, 8, [c_array(A, np.float64), zeros(np.float64, 8)], {1: A + 1})
    TOPIC.write()


if __name__ == "__main__":
    main()
