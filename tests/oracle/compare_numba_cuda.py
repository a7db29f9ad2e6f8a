"""Runs the cases of tests/exec/data under the real Numba-CUDA and compares with what is stored.

    python compare_numba_cuda.py [--simulator] [--topic NAME ...] [--part I/N] [--report FILE] [--verbose]

Needs a GPU, numba, numba-cuda and NumPy; with --simulator Numba's CUDA simulator stands in for the GPU, to test the script
itself. --part runs one of N shares, so that N processes can work side by side. Prints every case that differs or that
Numba-CUDA rejects, then the counts by topic; exits with status 1 when a case differs. A case that it rejects is no
failure: kernelc accepts more.

Left out: files in the native spelling and cases with weak literals, whose rules Numba does not have; cases that expect an
error; cases whose kernel prints.
"""
import argparse
import base64
import collections
import importlib.util
import json
import os
import pathlib
import sys
import time
import traceback
import warnings

HERE = pathlib.Path(__file__).resolve().parent
EXEC = HERE.parent / "exec"
# Compiled code contracts and has functions of its own; exact cases are held to this instead of 0.
SLACK = {"float16": 2e-3, "float32": 1e-6, "float64": 1e-13}

warnings.filterwarnings("ignore")


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--simulator", action="store_true")
    parser.add_argument("--topic", action="append", help="a data file without .json; repeatable")
    parser.add_argument("--part", default="0/1")
    parser.add_argument("--report", help="a JSON file with the outcome of every case")
    parser.add_argument("--verbose", action="store_true", help="whole messages of rejections")
    return parser.parse_args()


OPTIONS = arguments()
if OPTIONS.simulator:
    os.environ["NUMBA_ENABLE_CUDASIM"] = "1"

import numpy as np

# Names that NumPy 2 dropped and that numba.cuda asks for when it is imported.
for old, new in (("row_stack", "vstack"), ("in1d", "isin"), ("trapz", "trapezoid")):
    if not hasattr(np, old) and hasattr(np, new):
        setattr(np, old, getattr(np, new))

from numba import cuda

if OPTIONS.simulator:
    from numba.cuda.simulator.cudadrv.devicearray import FakeCUDAArray
else:
    from numba.cuda.cudadrv.devicearray import DeviceNDArray


class Unusable(Exception):
    """A case that cannot be run here, with the reason."""


def dtype_of(description):
    if isinstance(description, str):
        if description == "bfloat16":
            raise Unusable("bfloat16 arrays")
        return np.dtype(description)
    fields = description["fields"]
    kinds = [(dtype_of(f["type"]), tuple(f["shape"])) if "shape" in f else dtype_of(f["type"]) for f in fields]
    return np.dtype({"names": [f["name"] for f in fields], "formats": kinds, "offsets": [f["offset"] for f in fields],
                     "itemsize": description["itemsize"]}, align=description["align"] > 1)


def elements(dtype, description):
    if "zeros" in description:
        return np.zeros(description["zeros"], dtype)
    if "data" in description:
        return np.frombuffer(base64.b64decode(description["data"]), dtype).copy()
    numbers = [float(v) if isinstance(v, str) else v for v in description["base"]]
    if dtype.kind == "c":
        return np.array(numbers, np.float64).view(np.complex128).astype(dtype)
    return np.array(numbers, dtype)


class Memory:
    """An array argument on the device: its memory and the view that the kernel gets."""

    def __init__(self, description):
        self.dtype = dtype_of(description["dtype"])
        self.base = elements(self.dtype, description)
        size = self.dtype.itemsize
        shape = tuple(description["shape"])
        strides = tuple(s * size for s in description["strides"])
        offset = description["offset"] * size
        if OPTIONS.simulator:
            self.after = self.base.copy()
            view = np.ndarray(shape, self.dtype, buffer=self.after.data, offset=offset, strides=strides)
            self.view = FakeCUDAArray(view)
            return
        self.after = cuda.to_device(self.base) if self.base.size else cuda.device_array(1, self.dtype)
        if self.base.size:
            start = self.after.gpu_data.view(offset)
            self.view = DeviceNDArray(shape=shape, strides=strides, dtype=self.dtype, gpu_data=start)
        else:
            self.view = cuda.device_array(shape, self.dtype)

    def result(self):
        if OPTIONS.simulator or not self.base.size:
            return self.after if OPTIONS.simulator else self.base
        return self.after.copy_to_host()


class Arguments:
    def __init__(self, arrays, descriptions):
        self.arrays = arrays
        self.by_place = {}
        self.values = [self.make(d, str(i)) for i, d in enumerate(descriptions)]

    def make(self, description, place):
        if "none" in description:
            return None
        if "array" in description:
            self.by_place[place] = Memory(self.arrays[description["array"]])
            return self.by_place[place].view
        if "record" in description:
            raise Unusable("a record as an argument")
        if "tuple" in description:
            return tuple(self.make(d, f"{place}.{i}") for i, d in enumerate(description["tuple"]))
        if "scalar" not in description:
            raise Unusable("an argument that this script does not know: " + ", ".join(description))
        dtype = dtype_of(description["scalar"])
        value = dict(description)
        if "value" in value:
            value["base"] = value["value"] if isinstance(value["value"], list) else [value["value"]]
        scalar = elements(dtype, value)[0]
        # Python's own numbers, as hosts pass them.
        return scalar.item() if dtype in (np.int64, np.float64, np.complex128, np.bool_) else scalar


MODULES = {}


def module(file):
    """Loaded once; device functions of the simulator are called as plain functions, so that keywords work."""
    path = EXEC / file
    if path not in MODULES:
        if "from kernelc import" in path.read_text():
            MODULES[path] = Unusable("native spelling")
        else:
            sys.path.insert(0, str(path.parent))
            spec = importlib.util.spec_from_file_location(path.stem, path)
            loaded = importlib.util.module_from_spec(spec)
            try:
                spec.loader.exec_module(loaded)
                MODULES[path] = loaded
                for name, value in list(vars(loaded).items()) if OPTIONS.simulator else ():
                    if getattr(value, "_device", False):
                        setattr(loaded, name, value.fn)
            except Exception as error:
                MODULES[path] = Unusable(f"its file cannot be imported: {type(error).__name__}: {error}")
            sys.path.pop(0)
    if isinstance(MODULES[path], Unusable):
        raise MODULES[path]
    return MODULES[path]


def difference(dtype, actual, expected, tolerance):
    """"" when both agree; floats relative to the larger of their size and 1."""
    if dtype.fields is not None:
        for name in dtype.names:
            inner = actual[name].dtype
            text = difference(inner, actual[name], expected[name], tolerance)
            if text:
                return f"{name}: {text}"
        return ""
    if dtype.kind not in "fc":
        bad = np.argwhere(actual != expected)
    else:
        part = "float64" if dtype == np.complex128 else "float32" if dtype == np.complex64 else str(dtype)
        tolerance = max(tolerance, SLACK.get(part, 0.0))
        with np.errstate(all="ignore"):
            near = np.abs(actual - expected) <= tolerance * np.maximum(np.abs(expected), 1.0)
        bad = np.argwhere(~(near | (actual == expected) | ((actual != actual) & (expected != expected))))
    if not bad.size:
        return ""
    at = tuple(bad[0])
    return f"{len(bad)} differ, first {list(map(int, at))}: {actual[at]}, stored {expected[at]}"


def run(case, arrays):
    if "error_kind" in case or "stdout" in case:
        raise Unusable("expects an error" if "error_kind" in case else "prints")
    if case.get("options", {}).get("literals") == "weak":
        raise Unusable("weak literals")
    kernel = module(case["file"])
    for name in case["kernel"].split("@")[0].split("."):
        kernel = getattr(kernel, name, None)
        if kernel is None:
            raise Unusable("the kernel is not a name of its module")
    if not hasattr(kernel, "__getitem__"):
        kernel = cuda.jit(kernel)
    args = Arguments(arrays, case["args"])
    kernel[tuple(case["grid"]), tuple(case["block"]), 0, case.get("shared", 0)](*args.values)
    cuda.synchronize()
    for place, expected in case["expect"].items():
        memory = args.by_place[place]
        wanted = memory.base if expected is None else elements(memory.dtype, expected)
        text = difference(memory.dtype, memory.result(), wanted, case.get("tolerance", 0.0))
        if text:
            return f"argument {place}: {text}"
    return ""


def outcome(case, arrays):
    try:
        text = run(case, arrays)
        return ("differs", text) if text else ("equal", "")
    except Unusable as reason:
        return "left out", str(reason)
    except Exception as error:
        text = str(error)
        if "CUDA_ERROR" in text or "CudaAPIError" in type(error).__name__:
            return "fault", text
        if not OPTIONS.verbose:
            lines = [line for line in text.split("\n") if line.strip()]
            text = " / ".join(lines[:3])[:300]
        elif OPTIONS.simulator:
            text = traceback.format_exc()
        return "rejected", f"{type(error).__name__}: {text}"


def main():
    part, parts = map(int, OPTIONS.part.split("/"))
    report = []
    counts = collections.defaultdict(collections.Counter)
    start = time.time()
    number = 0
    for path in sorted((EXEC / "data").glob("*.json")):
        if OPTIONS.topic and path.stem not in OPTIONS.topic:
            continue
        data = json.loads(path.read_text())
        for case in data["cases"]:
            number += 1
            if number % parts != part:
                continue
            what, text = outcome(case, data["arrays"])
            counts[path.stem][what] += 1
            report.append({"topic": path.stem, "name": case["name"], "outcome": what, "text": text})
            if what not in ("equal", "left out"):
                print(f"{path.stem}: {case['name']}: {what}: {text}", flush=True)
            if what == "fault":
                # The context is lost with everything in it.
                print("stopped: the device is unusable after a fault; run the rest with --topic", flush=True)
                return finish(report, counts, start)
    return finish(report, counts, start)


def finish(report, counts, start):
    total = sum(counts.values(), collections.Counter())
    for topic, count in sorted(counts.items()):
        print(f"{topic}: " + ", ".join(f"{n} {what}" for what, n in sorted(count.items())))
    print("all: " + ", ".join(f"{n} {what}" for what, n in sorted(total.items())) + f", {time.time() - start:.0f} s")
    if OPTIONS.report:
        pathlib.Path(OPTIONS.report).write_text(json.dumps(report, indent=1) + "\n")
    return 1 if total["differs"] or total["fault"] else 0


if __name__ == "__main__":
    sys.exit(main())
