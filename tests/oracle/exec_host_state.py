"""Writes tests/exec/data/host_state.json: small files whose host code changes what kernels read, and what the kernels see.

CPython runs each file, as a script where it has a main guard. A kernel sees what it would read when it is launched first,
since Numba freezes globals then; where the file launches nothing, what is there at the end. The kernel of a file is `k`.

For Python 3.11: later ones compensate sums of floats.
"""
import builtins
import math
import re
import sys
import types
import warnings

import numba as real_numba
import numpy as np

from expectations import HERE, Topic, zeros

WIDTH = 6
CASES = HERE / "host_state"
# Begins lines of *.lines whose value is not followed.
UNKNOWN = "unknown: "


class Kernel:
    """Runs its function once, where it is launched first."""

    # Of functions inside functions, the last one by the name that the command line gives it: `make.k`.
    inner = {}

    def __init__(self, function):
        Kernel.inner[function.__qualname__.replace(".<locals>", "")] = self
        self.function = self.py_func = function
        self.__name__ = function.__name__
        self.out = None

    def __getitem__(self, launch):
        return self.launch

    def launch(self, *args):
        if self.out is None:
            self.out = np.zeros(WIDTH)
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                self.function(self.out)

    def __call__(self, *args):
        return self.function(*args)


def jit(*args, **options):
    if args and isinstance(args[0], types.FunctionType):
        return Kernel(args[0])
    if not args or options.get("device"):
        return Kernel

    def at_once(function):
        """With signatures, Numba compiles where the decorator is applied."""
        kernel = Kernel(function)
        kernel.launch()
        return kernel
    return at_once


def host_jit(*args, **options):
    return args[0] if args else lambda function: function


def modules():
    cuda = types.ModuleType("numba.cuda")
    cuda.jit = jit
    cuda.is_available = lambda: True
    cuda.to_device = lambda array, **options: array
    cuda.synchronize = lambda: None
    cuda.device_array = cuda.pinned_array = np.zeros
    numba = types.ModuleType("numba")
    numba.cuda = cuda
    numba.__version__, numba.version_info = real_numba.__version__, real_numba.version_info
    numba.njit = numba.jit = host_jit
    numba.guvectorize = lambda *args, **options: lambda function: function
    for name in ("int32", "int64", "float32", "float64"):
        setattr(numba, name, getattr(np, name))
        setattr(cuda, name, getattr(np, name))
    return {"numba": numba, "numba.cuda": cuda}


def observed(source, kernel):
    Kernel.inner.clear()
    saved = {name: sys.modules.get(name) for name in modules()}
    sys.modules.update(modules())
    module = types.ModuleType("host_state_case")
    module.__file__ = "case.py"
    if "__main__" in source:
        module.__name__ = "__main__"
    argv, sys.argv = sys.argv, ["case.py"]
    registered = sys.modules.get(module.__name__)
    patched = [(each, dict(vars(each))) for each in (builtins, math, np)]
    sys.modules[module.__name__] = module
    try:
        exec(compile(source, "case.py", "exec"), module.__dict__)
        is_inner = "." in kernel and kernel in Kernel.inner
        found = Kernel.inner[kernel] if is_inner else eval(kernel, module.__dict__)
        found.launch()
    finally:
        sys.argv = argv
        for each, attributes in patched:
            each.__dict__.update(attributes)
            for name in [name for name in each.__dict__ if name not in attributes]:
                del each.__dict__[name]
        sys.modules[module.__name__] = registered
        if registered is None:
            del sys.modules[module.__name__]
        for name, value in saved.items():
            if value is None:
                del sys.modules[name]
            else:
                sys.modules[name] = value
    return found.out


HEADER = "from numba import cuda\n"


READ = "@cuda.jit\ndef k(out):\n    out[0] = N\n"


def cases():
    """Topic, name, options and text of each case."""
    for path in sorted(CASES.glob("*.txt")):
        for text in re.split(r"^#### ", path.read_text(), flags=re.M)[1:]:
            title, body = text.split("\n", 1)
            name, *flags = title.strip().split(" | ")
            yield path.stem, name.replace(" ", "_"), dict(flag.split("=", 1) for flag in flags), body.strip() + "\n"
    for path in sorted(CASES.glob("*.lines")):
        for number, line in enumerate(path.read_text().splitlines()):
            known = line.removeprefix(UNKNOWN)
            options = {} if known == line else {"unknown": "NotConstant"}
            yield path.stem, f"line_{number + 1}", options, known.replace("; ", "\n") + "\n" + READ


def main():
    topic = Topic("host_state")
    for group, name, options, body in cases():
        source = HEADER + body
        kernel = options.get("kernel", "k")
        label = f"{group}.{name}"
        out = zeros(np.float64, WIDTH)
        if "unknown" in options:
            case = topic.case(label, "", kernel, 1, 1, (out,))
            case["error_kind"] = options["unknown"]
            topic.cases.append(case)
        else:
            named = re.sub(r"\[\"?(\w+)\"?\]", r".\1", kernel)
            topic.expect("", named, 1, 1, (out,), {0: observed(source, kernel)}, name=label)
        topic.cases[-1].pop("file")
        topic.cases[-1]["source"] = source
    topic.write()


if __name__ == "__main__":
    main()
