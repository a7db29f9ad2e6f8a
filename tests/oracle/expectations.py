"""What the scripts that write tests/exec/data share: arguments, cases, Numba's simulator.

    from expectations import *

    topic = Topic("views")
    topic.simulate("views.py", "halves", 1, 32, c_array(range(64), np.int32), zeros(np.int32, 32))
    topic.error("views.py", "too_many", 1, 1, zeros(np.int32, 4), kind="IndexCount", text="2 indices")
    topic.write()

A topic is a data file, tests/exec/data/NAME.json; its kernels lie in tests/exec/language. See tests/exec/README.md for
the format. What is written depends on nothing but the script: seeds are fixed and floats are printed exactly.
"""
import base64
import importlib.util
import json
import math
import os
import pathlib
import re
import sys
import warnings

os.environ["NUMBA_ENABLE_CUDASIM"] = "1"

import numpy as np
from numba.cuda.simulator.cudadrv.devicearray import FakeCUDAArray

HERE = pathlib.Path(__file__).resolve().parent
EXEC = HERE.parent / "exec"
DATA = EXEC / "data"
# Arrays up to this length are written as numbers, longer ones as bytes.
MAX_NUMBERS = 160

warnings.filterwarnings("ignore")


class Array:
    """An argument: a view of a flat piece of memory."""

    def __init__(self, base, view=None):
        self.base = base
        self.view = base if view is None else view

    def describe(self):
        size = self.base.itemsize
        offset = self.view.__array_interface__["data"][0] - self.base.__array_interface__["data"][0]
        exact = all(s % size == 0 for s in self.view.strides) and offset % size == 0
        assert exact, "views are described in whole elements"
        return {
            "dtype": dtype_text(self.base.dtype),
            **contents(self.base),
            "offset": offset // size,
            "shape": list(self.view.shape),
            "strides": [s // size for s in self.view.strides],
        }


class Record(Array):
    """An argument: one record, which the kernel gets by its address. The simulator takes a NumPy record."""

    def __init__(self, dtype, values):
        super().__init__(np.array([values], dtype=dtype))


def c_array(values, dtype, shape=None):
    base = np.array(values, dtype=dtype).reshape(-1)
    return Array(base, base if shape is None else base.reshape(shape))


def as_array(array):
    """A C-contiguous argument with the type, shape and contents of a NumPy array."""
    return c_array(array, array.dtype, array.shape)


def f_array(values, dtype, shape):
    base = np.array(values, dtype=dtype).reshape(-1)
    return Array(base, base.reshape(shape[::-1]).T)


def zeros(dtype, *shape):
    return c_array(np.zeros(shape, dtype), dtype, shape)


def every(step, values, dtype):
    """A vector with gaps."""
    base = np.repeat(np.array(values, dtype=dtype), abs(step))
    return Array(base, base[::step])


def window(values, dtype, shape, of):
    """A block inside a larger matrix, neither C nor F contiguous."""
    base = np.resize(np.array(values, dtype=dtype), of[0] * of[1])
    return Array(base, base.reshape(of)[1:1 + shape[0], 2:2 + shape[1]])


def dtype_text(dtype):
    """The name of a scalar type; of a record its size and fields, nested ones and array fields included."""
    if dtype.fields is None and dtype.kind in "SUMm":
        # Strings and times by NumPy's letters: "S8", "U4", "M8[D]".
        return dtype.str[1:]
    if dtype.fields is None:
        return str(dtype)
    fields = []
    for name in dtype.names:
        kind, offset = dtype.fields[name][:2]
        field = {"name": name, "type": dtype_text(kind.base), "offset": offset}
        if kind.shape:
            field["shape"] = list(kind.shape)
        fields.append(field)
    return {"itemsize": dtype.itemsize, "align": dtype.alignment if dtype.isalignedstruct else 1, "fields": fields}


def number(value):
    value = value.item()
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    return value


def flat(array):
    if array.dtype.kind == "c":
        array = np.ascontiguousarray(array).view(np.float64 if array.itemsize == 16 else np.float32)
    return [number(v) for v in array.reshape(-1)]


def encoded(array):
    return base64.b64encode(np.ascontiguousarray(array).tobytes()).decode()


def is_plain(dtype):
    # ml_dtypes calls some of its 8-bit floats floats as well.
    return dtype.kind in "biufc" and dtype != np.float16 and "8_" not in dtype.name


def contents(base):
    """Numbers where they are few, else the bytes."""
    if is_plain(base.dtype) and base.size <= MAX_NUMBERS:
        return {"base": flat(base)}
    if not base.tobytes().strip(b"\0"):
        return {"zeros": base.size}
    return {"data": encoded(base)}


def three(extent):
    extent = extent if isinstance(extent, tuple) else (extent,)
    return list(extent) + [1] * (3 - len(extent))


def arrays_of(args, path=""):
    """The arrays among the arguments, those inside tuples too, by their place: "2", "3.0"."""
    found = {}
    for i, arg in enumerate(args):
        place = f"{path}{i}"
        if isinstance(arg, Array):
            found[place] = arg
        elif isinstance(arg, tuple):
            found.update(arrays_of(arg, place + "."))
    return found


CALLED_KERNELS = ("fill",)
NATIVE_NAMES = r"\b(grid|gridsize|threadIdx|blockIdx|blockDim|gridDim|shared|local|atomic|syncthreads)\b(?!\s*=)"
MODULES = {}


def module(path):
    """A kernel file as Numba's simulator runs it."""
    if path in MODULES:
        return MODULES[path]
    text = path.read_text()
    sys.path.insert(0, str(path.parent))
    if "from kernelc import *" in text:
        # The simulator knows Numba's spelling alone.
        text = re.sub(NATIVE_NAMES, r"cuda.\1", text)
        text = text.replace("from kernelc import *", "from numba import *\nfrom numba import cuda")
        text = text.replace("@kernel", "@cuda.jit").replace("@device", "@cuda.jit(device=True)")
        namespace = {"__name__": path.stem}
        exec(compile(text, str(path), "exec"), namespace)
        loaded = type("Module", (), {k: staticmethod(v) if callable(v) else v for k, v in namespace.items()})
    else:
        spec = importlib.util.spec_from_file_location(path.stem, path)
        loaded = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(loaded)
        for name, value in vars(loaded).items():
            # The simulator's own calls of functions know no keyword arguments, and no kernel as a callee.
            if getattr(value, "_device", False) or name in CALLED_KERNELS:
                setattr(loaded, name, value.fn)
    sys.path.pop(0)
    MODULES[path] = loaded
    return loaded


def for_simulator(arg):
    if isinstance(arg, Record):
        return arg.base[0]
    if isinstance(arg, Array):
        # Wrapped by hand: the simulator's own transfer takes contiguous arrays alone.
        return FakeCUDAArray(arg.view)
    return tuple(for_simulator(a) for a in arg) if isinstance(arg, tuple) else arg


def launch_in_simulator(path, kernel, grid, block, args, shared=0):
    """Runs the kernel of a file; what it writes is in the arguments afterwards."""
    function = module(path)
    for name in kernel.split("."):
        function = getattr(function, name)
    function[grid, block, 0, shared](*[for_simulator(a) for a in args])


class Topic:
    """The cases of one data file. Kernel files are named relative to `folder` of tests/exec."""

    def __init__(self, name, folder="language"):
        self.name = name
        self.folder = folder
        self.cases = []
        # Arrays by content: most inputs serve many cases.
        self.arrays = {}

    def store(self, description):
        return self.arrays.setdefault(json.dumps(description), len(self.arrays))

    def describe(self, arg):
        if arg is None:
            return {"none": True}
        if isinstance(arg, Array):
            return {"record" if isinstance(arg, Record) else "array": self.store(arg.describe())}
        if isinstance(arg, tuple):
            return {"tuple": [self.describe(a) for a in arg]}
        scalar = arg if isinstance(arg, np.generic) else np.array(arg)[()]
        if not is_plain(scalar.dtype):
            return {"scalar": dtype_text(scalar.dtype), "data": encoded(scalar)}
        value = flat(scalar) if scalar.dtype.kind == "c" else number(scalar)
        return {"scalar": str(scalar.dtype), "value": value}

    def path(self, file):
        return os.path.normpath(f"{self.folder}/{file}")

    def label(self, file, kernel, variant):
        return pathlib.Path(file).stem + "." + kernel + ("/" + variant if variant else "")

    def case(self, name, file, kernel, grid, block, args, shared=0, tolerance=0.0, options=None):
        """The launch of a case; the arrays are described as they are now."""
        case = {"name": name, "file": self.path(file), "kernel": kernel, "grid": three(grid), "block": three(block)}
        if shared:
            case["shared"] = shared
        if tolerance:
            case["tolerance"] = float(tolerance)
        if options:
            case["options"] = options
        case["args"] = [self.describe(a) for a in args]
        return case

    def finish(self, case, args, before):
        """Adds the case with the present contents of the arrays as what it must compute."""
        case["expect"] = {}
        for place, array in arrays_of(args).items():
            now = contents(array.base)
            # Null: as it was before.
            case["expect"][place] = None if now == before[place] else now
        self.cases.append(case)

    def simulate(self, file, kernel, grid, block, *args, shared=0, tolerance=0.0, variant="", options=None,
                 stdout=None):
        """Expects what Numba's simulator computes. `stdout`: the lines that are printed, in any order."""
        case = self.case(self.label(file, kernel, variant), file, kernel, grid, block, args, shared, tolerance, options)
        if stdout is not None:
            case["stdout"] = stdout
        before = {place: contents(a.base) for place, a in arrays_of(args).items()}
        launch_in_simulator(EXEC / self.path(file), kernel, grid, block, args, shared)
        self.finish(case, args, before)

    def expect(self, file, kernel, grid, block, args, results, shared=0, tolerance=0.0, variant="", options=None,
               stdout=None, name=None):
        """Expects `results`: by number of the argument (or place in a tuple, "2.0") the elements of its view."""
        name = name or self.label(file, kernel, variant)
        case = self.case(name, file, kernel, grid, block, args, shared, tolerance, options)
        if stdout is not None:
            case["stdout"] = stdout
        arrays = arrays_of(args)
        before = {place: contents(a.base) for place, a in arrays.items()}
        for place, values in results.items():
            arrays[str(place)].view[...] = values
        self.finish(case, args, before)

    def error(self, file, kernel, grid, block, *args, kind, text="", shared=0, variant="", options=None):
        """Expects that the kernel is refused with diagnostic `kind`, or that its launch fails with the error code
        `kind` (DeviceFault, LaunchLimit, TypeMismatch). `text`: a string or list of strings that the message holds."""
        name = self.label(file, kernel, variant or kind)
        case = self.case(name, file, kernel, grid, block, args, shared, 0.0, options)
        case["error_kind"] = kind
        if text:
            case["error_text"] = text
        self.cases.append(case)

    def write(self):
        cases = ",\n".join(json.dumps(case) for case in self.cases)
        arrays = ",\n".join(self.arrays)
        path = DATA / f"{self.name}.json"
        path.write_text(f'{{"arrays": [\n{arrays}\n],\n"cases": [\n{cases}\n]}}\n')
        print(f"{self.name}: {len(self.cases)} cases, {path.stat().st_size} bytes", file=sys.stderr)


class Corpus(Topic):
    """Cases of corpus/DOMAIN.py. NumPy arrays among the arguments are passed in C order. With KERNELC_SIMULATE=1 in
    the environment the kernels also run in Numba's simulator, to see that kernel and reference agree."""

    def __init__(self, domain):
        super().__init__("corpus_" + domain, folder="corpus")
        self.file = domain + ".py"

    def check(self, kernel, grid, block, args, results, **more):
        args = tuple(self.wrap(a) for a in args)
        if os.environ.get("KERNELC_SIMULATE"):
            self.compare_with_simulator(kernel, grid, block, args, results, more)
        self.expect(self.file, kernel, grid, block, args, results, **more)

    def wrap(self, arg):
        if isinstance(arg, np.ndarray):
            return as_array(arg)
        return tuple(self.wrap(a) for a in arg) if isinstance(arg, tuple) else arg

    def copy(self, arg):
        if isinstance(arg, Array):
            return as_array(arg.view)
        return tuple(self.copy(a) for a in arg) if isinstance(arg, tuple) else arg

    def compare_with_simulator(self, kernel, grid, block, args, results, more):
        copies = tuple(self.copy(a) for a in args)
        label = self.label(self.file, kernel, more.get("variant", ""))
        try:
            launch_in_simulator(EXEC / self.path(self.file), kernel, grid, block, copies, more.get("shared", 0))
        except Exception as error:
            print(f"{label}: the simulator fails: {type(error).__name__}: {str(error)[:200]}", file=sys.stderr)
            return
        arrays = arrays_of(copies)
        for place, values in results.items():
            actual = arrays[str(place)].view
            wanted = np.broadcast_to(np.asarray(values).astype(actual.dtype), actual.shape)
            worst = worst_difference(actual, wanted)
            if worst > more.get("tolerance", 0.0):
                print(f"{label}: argument {place} differs by {worst}", file=sys.stderr)


def worst_difference(actual, wanted):
    """Relative to the larger of each number's size and 1; of records, over all fields."""
    if actual.dtype.names:
        return max(worst_difference(actual[name], wanted[name]) for name in actual.dtype.names)
    with np.errstate(all="ignore"):
        difference = np.abs(actual.astype(np.complex128) - wanted) / np.maximum(np.abs(wanted), 1.0)
    same = (actual == wanted) | ((actual != actual) & (wanted != wanted))
    difference = np.where(same, 0.0, difference)
    return np.inf if np.isnan(difference).any() else difference.max(initial=0.0)


def seeded(seed):
    """Random numbers whose sequence NumPy has frozen."""
    return np.random.RandomState(seed)
