"""Runs the suite's kernels by Numba-CUDA: numba_side.py CASES.json RESULTS.json ROUNDS

A case names its kernel's file, launch shape, arguments, arrays and what each written array adds up to after one run. A
result has the seconds of each round on the GPU, by events, and the seconds that the first call took, which compiles.
"""
import importlib.util
import json
import math
import sys
import time
import warnings

import numpy as np

# Names that NumPy 2.x dropped and versions of Numba still ask for.
for old, new in (("row_stack", "vstack"), ("in1d", "isin"), ("trapz", "trapezoid")):
    if not hasattr(np, old):
        setattr(np, old, getattr(np, new))

from numba import cuda

warnings.filterwarnings("ignore")


def load(path, name):
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return getattr(module, name)


def make_argument(argument, arrays):
    ((kind, value),) = argument.items()
    return arrays[value] if kind == "array" else getattr(np, kind)(value)


def seconds_of(kernel, arguments, repeat):
    start, end = cuda.event(), cuda.event()
    start.record()
    for _ in range(repeat):
        kernel(*arguments)
    end.record()
    end.synchronize()
    return cuda.event_elapsed_time(start, end) * 1e-3 / repeat


def run(case, rounds):
    arrays = []
    for array in case["arrays"]:
        host = np.load(array["file"]) if "file" in array else np.zeros(array["shape"], array["type"])
        arrays.append(cuda.to_device(host))
    arguments = [make_argument(argument, arrays) for argument in case["args"]]
    kernel = load(case["file"], case["name"])[tuple(case["grid"]), tuple(case["block"])]

    begin = time.perf_counter()
    kernel(*arguments)
    cuda.synchronize()
    first = time.perf_counter() - begin

    for index, array in enumerate(case["arrays"]):
        if "sum" in array:
            total = float(arrays[index].copy_to_host().sum(dtype=np.float64))
            if not math.isclose(total, array["sum"], rel_tol=case["tolerance"], abs_tol=1e-3 * math.prod(array["shape"]) ** 0.5):
                return {"error": f"array {index} adds up to {total} instead of {array['sum']}"}

    once = seconds_of(kernel, arguments, 1)
    repeat = min(20, max(1, math.ceil(1e-3 / max(once, 1e-6))))
    return {"first_seconds": first, "seconds": [seconds_of(kernel, arguments, repeat) for _ in range(rounds)]}


def main():
    with open(sys.argv[1]) as file:
        cases = json.load(file)
    results = []
    for case in cases:
        try:
            result = run(case, int(sys.argv[3]))
        except Exception as error:
            result = {"error": f"{type(error).__name__}: {error}"[:400]}
        results.append({"name": case["name"]} | result)
    with open(sys.argv[2], "w") as file:
        json.dump(results, file)


main()
