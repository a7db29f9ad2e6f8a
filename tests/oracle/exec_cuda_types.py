"""Writes cuda_types.json and cuda_types.py of tests/exec/data: the types of what math, cmath, cuda, operators and
Python's functions give for every type of operand, as Numba's CUDA target types the calls. Needs no GPU. Where Numba
has no overload, nothing is expected: kernelc may accept more. Run with a Python that has Numba and NumPy; the one that
NUMBA_CUDA_PYTHON names, which has numba-cuda, types the calls.
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
          + ["math.nextafter", "min", "max", "pow", "divmod", "round", "complex"])
# bfloat16 beside the types for which numba-cuda has code; int8 and uint8 have none.
BFLOAT16_UNARY = [f"math.{name}" for name in
                  "acos acosh asin asinh atan atanh ceil cos cosh degrees erf erfc exp expm1 fabs floor gamma lgamma log log10 "
                  "log1p log2 radians sin sinh sqrt tan tanh trunc isnan isinf isfinite frexp".split()] + [
                      "abs", "round", "operator.neg", "operator.pos"]
BFLOAT16_BINARY = [f"operator.{name}" for name in "add sub mul truediv floordiv mod pow lt eq".split()]
BFLOAT16_OTHERS = ("bool", "int16", "uint16", "int32", "uint32", "int64", "float16", "float32", "float64", "bfloat16")
BFLOAT16_PAIR = [f"math.{name}" for name in "atan2 copysign fmod hypot pow remainder nextafter".split()]
# Functions of numbers, and of arrays (`array.mean` is the method).
NUMPY = ["np.sinc", "np.angle", "np.nan_to_num"]
WHOLE = ["array.mean", "np.mean", "np.average", "array.sum", "np.sum", "np.nansum", "np.nanmean", "array.var", "np.std", "np.prod",
         "np.nanprod", "np.nanvar", "np.nanstd", "sum", "min", "max"]
TERNARY = ["cuda.fma", "cuda.selp", "min", "max"]


def is_accident(path, operands):
    """Calls that Numba has through conversions that lose the value, or through the order of its overloads."""
    numbers = ("float16", "float32", "float64", "complex64", "complex128")
    if path == "cuda.ffs":
        return operands[0] in numbers
    if path in ("min", "max", "complex") and len(operands) > 1:
        return any(name.startswith("complex") for name in operands)
    if path in ("math.modf", "operator.pos"):
        return operands == ("float16",)
    # No code comes of what these promise.
    if path in NUMPY and operands == ("float16",) or path in WHOLE and operands[0] in ("float16", "bool") and path != "sum":
        return True
    return path in ("pow", "operator.pow") and operands == ("bool", "int32")


def resolver():
    """For a function's path and the names of its operands' types, the result type as CUDA's target has it."""
    import cmath
    import contextlib
    import math
    import types as python_types

    import numpy as np
    from numba import cuda
    from numba.cuda import dispatcher
    from numba.core.target_extension import target_override
    from numba.cuda import types
    from numba.cuda.descriptor import cuda_target

    context = cuda_target.typing_context
    context.refresh()
    # Overloads that are compiled to be typed are compiled for this device.
    dispatcher.get_current_device = lambda: python_types.SimpleNamespace(compute_capability=(9, 0))
    modules = {"math": math, "cmath": cmath, "cuda": cuda, "operator": operator, "np": np}

    def resolve(path, names, is_array=False):
        operands = tuple(types.boolean if name == "bool" else getattr(types, name) for name in names)
        if is_array:
            operands = (types.Array(operands[0], 1, "C"),)
        module, _, member = path.rpartition(".")
        try:
            if module == "array":
                function = context.resolve_getattr(operands[0], member)
                operands = ()
            elif module:
                function = context.resolve_getattr(types.Module(modules[module]), member)
            else:
                function = context.resolve_value_type(getattr(__builtins__, path))
            # Where overloads are; the rest is found sooner without them.
            has_overloads = path in NUMPY + WHOLE or names[0] in ("float16", "bfloat16")
            with target_override("cuda") if has_overloads else contextlib.nullcontext():
                result = context.resolve_function_type(function, operands, {}).return_type
            return str(result).replace("__nv_", "")
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
    name = result.replace("boolean", "bool")
    return [("", name)] if name in NAMES + ("bfloat16",) else []


def rows():
    """Prints what Numba says, in a process without the simulator."""
    resolve = resolver()
    jobs = [(UNARY, (a,)) for a in NAMES] + [(BINARY, (a, b)) for a in FEWER for b in FEWER]
    jobs += [(TERNARY, (a, a, a)) for a in FEWER] + [(NUMPY, (a,)) for a in NAMES]
    jobs += [(BFLOAT16_UNARY, ("bfloat16",)), (BFLOAT16_PAIR, ("bfloat16", "bfloat16"))]
    jobs += [(BFLOAT16_BINARY, ("bfloat16", a)) for a in BFLOAT16_OTHERS]
    jobs += [(WHOLE, (a, "array")) for a in NAMES]
    for paths, operands in jobs:
        for path in paths:
            if is_accident(path, operands):
                continue
            is_array = operands[-1] == "array"
            for suffix, kind in types_of(resolve(path, operands[:1] if is_array else operands, is_array)):
                print(path, ",".join(operands), suffix or "-", kind)


def main():
    if sys.argv[1:] == ["rows"]:
        rows()
        return
    environment = dict(os.environ, NUMBA_ENABLE_CUDASIM="0")
    python = os.environ.get("NUMBA_CUDA_PYTHON", sys.executable)
    text = subprocess.run([python, __file__, "rows"], env=environment, stdout=subprocess.PIPE, text=True,
                          check=True).stdout
    import ml_dtypes  # noqa: F401, the name of bfloat16
    from expectations import DATA, Topic, as_array, np, zeros
    topic = Topic("cuda_types")
    by_operands = {}
    for line in text.splitlines():
        path, operands, suffix, kind = line.split()
        by_operands.setdefault(tuple(operands.split(",")), []).append((path, suffix.strip("-"), kind))
    source = ("# Generated by tests/oracle/exec_cuda_types.py; edits are lost.\nimport cmath\nimport math\nimport operator\n\n"
              "import numpy as np\nfrom numba import cuda\nfrom numba.cuda.types import bfloat16\n")
    for operands, found in by_operands.items():
        kernel = "types_" + "_".join(operands)
        is_array = operands[-1] == "array"
        names = "x" if is_array else ", ".join("xyz"[:len(operands)])
        source += f"\n\n@cuda.jit\ndef {kernel}({names}, out):\n"
        for i, (path, suffix, kind) in enumerate(found):
            wanted = {"bool": "np.bool_", "bfloat16": "bfloat16"}.get(kind, f"np.{kind}")
            called = f"x.{path[6:]}()" if path.startswith("array.") else f"{path}({names})"
            source += f"    out[{i}] = type({called}{suffix}) == {wanted}\n"
        numbers = tuple(np.dtype(name).type(1) for name in operands[:1 if is_array else 3])
        args = (as_array(np.array(numbers)),) if is_array else numbers
        topic.expect("../data/cuda_types.py", kernel, 1, 1, args + (zeros(np.bool_, len(found)),),
                     {len(args): np.ones(len(found), np.bool_)})
    (DATA / "cuda_types.py").write_text(source)
    topic.write()


if __name__ == "__main__":
    main()
