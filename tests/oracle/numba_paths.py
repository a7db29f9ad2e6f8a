"""What Numba-CUDA has for kernels, by every path where it can be imported: tests/oracle/numba_paths.txt.

Imports all modules of numba.cuda (as NVIDIA's package numba-cuda has them; no GPU is needed), asks its typing context what
each public name of them is to a kernel, and the same of the modules of Python and NumPy whose functions it types. Run it
with a Python that has numba-cuda:

    python tests/oracle/numba_paths.py > tests/oracle/numba_paths.txt

One line a path: function, attribute, type or constant, and the path.
"""
import enum
import importlib
import inspect
import pathlib
import types as python_types
import warnings

warnings.simplefilter("ignore")
from numba import cuda  # noqa: E402
from numba.cuda import stubs, types  # noqa: E402
from numba.cuda.descriptor import cuda_target  # noqa: E402

# What is no part of kernels: the host's side of the compiler, tests, other people's code.
SKIPPED = ("tests", "testing", "simulator", "simulator_init", "cloudpickle", "memory_management", "cudadrv", "cext")
# Enumerations that functions for kernels take; others are the compiler's own.
ENUMERATIONS = ("numba.cuda._internal",)
OTHERS = ("builtins", "math", "cmath", "operator", "numpy", "numpy.linalg", "numpy.random", "numpy.char")


def modules():
    yield cuda
    # Several folders are no packages, which only the file system knows.
    root = pathlib.Path(cuda.__file__).parent
    for file in sorted(root.rglob("*.py")):
        parts = list(file.relative_to(root).with_suffix("").parts)
        if parts[0] in SKIPPED or "tests" in parts:
            continue
        if parts[-1] == "__init__":
            parts.pop()
        try:
            yield importlib.import_module(".".join(["numba.cuda", *parts]))
        except Exception:
            continue
    for name in OTHERS:
        yield importlib.import_module(name)
    for name in ("numba", "numba.types", "numba.misc.special"):
        yield importlib.import_module(name)


def is_foreign(module, thing):
    """Modules of the host's compiler import what they work with; that is found where it belongs."""
    home = getattr(thing, "__module__", None) or ""
    return module.__name__ not in OTHERS and not home.startswith("numba") and not isinstance(thing, (int, float, types.Type))


def kind_of(context, module, thing):
    if isinstance(thing, types.Type):
        return "type"
    # Classes of types stand in signatures, which the host reads.
    if inspect.isclass(thing) and issubclass(thing, (types.Type, enum.Enum)):
        return None
    if isinstance(thing, (bool, int, float, complex)) and not isinstance(thing, type):
        return "constant" if module.__name__ in OTHERS else None
    if isinstance(thing, python_types.ModuleType) or is_foreign(module, thing):
        return None
    try:
        kind = context.resolve_value_type(thing)
    except Exception:
        return None
    if isinstance(kind, (types.Function, types.NumberClass, types.TypeRef)) or type(kind).__name__ == "ClassType":
        return "function" if isinstance(kind, types.Function) else "type"
    return None


def members(context, path, thing):
    """What stands in a namespace such as cuda.atomic or an enumeration."""
    if isinstance(thing, enum.EnumMeta):
        known = path.startswith(ENUMERATIONS) and thing.__module__.startswith(ENUMERATIONS)
        return [f"constant {path}.{member.name}" for member in thing] if known else []
    if not is_stub(thing):
        return []
    found = []
    shown = getattr_kind(context, cuda, thing.__name__)
    if isinstance(shown, types.Function):
        found.append(f"function {path}")
    elif isinstance(shown, types.Type) and not isinstance(shown, types.Module):
        found.append(f"attribute {path}")
        names = [name for name in "xyz" if context.resolve_getattr(shown, name) is not None]
        found += [f"attribute {path}.{name}" for name in names]
    for name in dir(thing):
        # Of a vector type, its other names.
        kind = None if name.startswith("_") or name == "aliases" else getattr_kind(context, thing, name)
        if isinstance(kind, types.Module):
            found += members(context, f"{path}.{name}", getattr(thing, name))
        elif kind is not None:
            found.append(f"{'function' if isinstance(kind, types.Function) else 'attribute'} {path}.{name}")
    return found


def is_stub(thing):
    """What numba.cuda shows of grids, memory and atomics are classes that only its compiler understands."""
    return inspect.isclass(thing) and issubclass(thing, stubs.Stub)


def getattr_kind(context, holder, name):
    try:
        return context.resolve_getattr(types.Module(holder), name)
    except Exception:
        return None


def main():
    context = cuda_target.typing_context
    context.refresh()
    lines = set()
    for module in modules():
        internal = "._internal." in module.__name__
        for name in dir(module):
            if name.startswith("_") and not (internal and name.startswith("__") and not name.endswith("__")):
                continue
            thing = getattr(module, name)
            kind = kind_of(context, module, thing)
            lines.update(members(context, f"{module.__name__}.{name}", thing))
            if kind is not None:
                lines.add(f"{kind} {module.__name__}.{name}")
    print("\n".join(sorted(lines)))


main()
