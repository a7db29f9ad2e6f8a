"""Writes cuda_types.json and cuda_types.py of tests/exec/data: the types of what math, cmath, cuda, operators and
Python's functions give for every type of operand, as Numba's CUDA target types the calls. Needs no GPU. Where Numba
has no overload, nothing is expected: kernelc may accept more. Run with a Python that has Numba and NumPy.
"""
import operator
import os
import re
import subprocess
import sys

NAMES = ("bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "float16", "float32",
         "float64", "complex64", "complex128")
FEWER = ("bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "float16", "float32", "float64", "complex64",
         "complex128")
UNARY = ([f"math.{name}" for name in
          "acos asin atan acosh asinh atanh cos sin tan cosh sinh tanh erf erfc exp expm1 fabs frexp gamma lgamma log log2 "
          "log10 log1p sqrt ceil floor trunc modf isnan isinf isfinite radians degrees".split()]
         + [f"cmath.{name}" for name in
            "acos acosh asin asinh atan atanh cos cosh exp isfinite isinf isnan log log10 phase polar sin sinh sqrt tan "
            "tanh".split()]
         + [f"cuda.{name}" for name in "popc clz brev ffs cbrt".split()]
         + ["abs", "round", "int", "float", "bool", "complex", "operator.neg", "operator.pos", "operator.invert",
            "operator.not_", "operator.truth"])
BINARY = ([f"math.{name}" for name in "atan2 hypot pow copysign fmod remainder ldexp".split()] + ["cmath.rect"]
          + [f"operator.{name}" for name in
             "add sub mul truediv floordiv mod pow and_ or_ xor lshift rshift lt le eq ne gt ge".split()]
          + ["min", "max", "pow", "divmod", "round", "complex"])
TERNARY = ["cuda.fma", "cuda.selp", "min", "max"]


def is_accident(path, operands):
    """Calls that Numba has through conversions that lose the value, or through the order of its overloads."""
    numbers = ("float16", "float32", "float64", "complex64", "complex128")
    if path in ("cuda.popc", "cuda.clz", "cuda.brev", "cuda.ffs"):
        return operands[0] in numbers
    if path in ("math.ldexp", "round") and len(operands) == 2:
        return operands[1] in numbers or operands[1] == "bool"
    if path == "complex" and len(operands) == 2:
        return any(name.startswith("complex") for name in operands)
    if path in ("math.modf", "operator.pos"):
        return operands == ("float16",)
    if path in ("pow", "operator.pow"):
        return operands == ("bool", "int32")
    return path == "math.frexp" and operands[0] in ("bool", "int8", "int16", "uint8", "uint16")


def resolver():
    """For a function's path and the names of its operands' types, the result type as CUDA's target has it."""
    import cmath
    import math

    import numpy as np
    from numba import cuda, types
    from numba.cuda.descriptor import cuda_target

    context = cuda_target.typing_context
    context.refresh()
    modules = {"math": math, "cmath": cmath, "cuda": cuda, "operator": operator}

    def resolve(path, names):
        operands = tuple(types.boolean if name == "bool" else getattr(types, name) for name in names)
        module, _, member = path.rpartition(".")
        try:
            if module:
                function = context.resolve_getattr(types.Module(modules[module]), member)
            else:
                function = context.resolve_value_type(getattr(__builtins__, path))
            return str(context.resolve_function_type(function, operands, {}).return_type)
        except Exception:
            return None

    return resolve


def types_of(result):
    """The result and its parts, as pairs of a suffix and a type's name."""
    if result is None:
        return []
    tuples = re.fullmatch(r"UniTuple\((\w+) x (\d+)\)", result)
    if tuples:
        return [(f"[{i}]", tuples[1]) for i in range(int(tuples[2]))]
    tuples = re.fullmatch(r"Tuple\(([\w, ]+)\)", result)
    if tuples:
        return [(f"[{i}]", name) for i, name in enumerate(tuples[1].split(", "))]
    return [("", {"boolean": "bool"}.get(result, result))] if result.replace("boolean", "bool") in NAMES else []


def rows():
    """Prints what Numba says, in a process without the simulator."""
    resolve = resolver()
    jobs = [(UNARY, (a,)) for a in NAMES] + [(BINARY, (a, b)) for a in FEWER for b in FEWER]
    jobs += [(TERNARY, (a, a, a)) for a in FEWER]
    for paths, operands in jobs:
        for path in paths:
            if is_accident(path, operands):
                continue
            for suffix, kind in types_of(resolve(path, operands)):
                print(path, ",".join(operands), suffix or "-", kind)


def main():
    if sys.argv[1:] == ["rows"]:
        rows()
        return
    environment = dict(os.environ, NUMBA_ENABLE_CUDASIM="0")
    text = subprocess.run([sys.executable, __file__, "rows"], env=environment, stdout=subprocess.PIPE, text=True,
                          check=True).stdout
    from expectations import DATA, Topic, np, zeros
    topic = Topic("cuda_types")
    by_operands = {}
    for line in text.splitlines():
        path, operands, suffix, kind = line.split()
        by_operands.setdefault(tuple(operands.split(",")), []).append((path, suffix.strip("-"), kind))
    source = ("# Generated by tests/oracle/exec_cuda_types.py; edits are lost.\nimport cmath\nimport math\nimport operator\n\n"
              "import numpy as np\nfrom numba import cuda\n")
    for operands, found in by_operands.items():
        kernel = "types_" + "_".join(operands)
        names = ", ".join("xyz"[:len(operands)])
        source += f"\n\n@cuda.jit\ndef {kernel}({names}, out):\n"
        for i, (path, suffix, kind) in enumerate(found):
            wanted = "np.bool_" if kind == "bool" else f"np.{kind}"
            source += f"    out[{i}] = type({path}({names}){suffix}) == {wanted}\n"
        args = tuple(np.dtype(name).type(1) for name in operands) + (zeros(np.bool_, len(found)),)
        topic.expect("../data/cuda_types.py", kernel, 1, 1, args, {len(operands): np.ones(len(found), np.bool_)})
    (DATA / "cuda_types.py").write_text(source)
    topic.write()


if __name__ == "__main__":
    main()
