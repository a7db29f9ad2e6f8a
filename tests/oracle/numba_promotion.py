"""Writes the result types of operators, comparisons, unification and range() as the real Numba resolves them.

Run with a Python that has numba installed: `python numba_promotion.py > numba_promotion.txt`.
One line a fact: `what left right result`; `-` is a type error. float16 is left out: it is not an arithmetic type of
Numba's CPU target, which this script asks.
"""
import math
import operator

from numba import types
from numba.core.registry import cpu_target

NAMES = ["bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64",
         "float32", "float64", "complex64", "complex128"]
TYPES = {n: getattr(types, "boolean" if n == "bool" else n) for n in NAMES}
SPELL = {t: n for n, t in TYPES.items()}

context = cpu_target.typing_context
context.refresh()


def resolve(function, *args):
    try:
        signature = context.resolve_function_type(function, args, {})
    except Exception:
        return None
    return signature


def result(function, *args):
    signature = resolve(function, *args)
    return "-" if signature is None else SPELL.get(signature.return_type, str(signature.return_type))


BINARY = ["add", "sub", "mul", "truediv", "floordiv", "mod", "pow", "and_", "or_", "xor", "lshift", "rshift"]
COMPARE = ["lt", "eq"]
UNARY = ["neg", "pos", "invert"]

for name in BINARY:
    for a in NAMES:
        for b in NAMES:
            print(name, a, b, result(getattr(operator, name), TYPES[a], TYPES[b]))
# The type in which a comparison is evaluated: both operands of the chosen overload.
for name in COMPARE:
    for a in NAMES:
        for b in NAMES:
            signature = resolve(getattr(operator, name), TYPES[a], TYPES[b])
            print(name, a, b, "-" if signature is None else SPELL[signature.args[0]])
for a in NAMES:
    for b in NAMES:
        unified = context.unify_pairs(TYPES[a], TYPES[b])
        print("unify", a, b, SPELL.get(unified, "-"))
for name in UNARY:
    for a in NAMES:
        print(name, a, a, result(getattr(operator, name), TYPES[a]))
INTS = NAMES[1:9]
for a in INTS:
    for b in INTS:
        signature = resolve(range, TYPES[a], TYPES[b])
        print("range", a, b, "-" if signature is None else SPELL[signature.return_type.dtype])
for name in ["sqrt", "sin", "floor", "log", "erf", "fabs"]:
    for a in NAMES[:11]:
        print("math." + name, a, a, result(getattr(math, name), TYPES[a]))
for name in ["atan2", "pow", "hypot", "copysign", "fmod"]:
    for a in NAMES[:11]:
        for b in NAMES[:11]:
            print("math." + name, a, b, result(getattr(math, name), TYPES[a], TYPES[b]))
for name in [abs, int, float, round]:
    for a in NAMES:
        print(name.__name__, a, a, result(name, TYPES[a]))
for a in NAMES:
    for b in NAMES:
        print("max", a, b, result(max, TYPES[a], TYPES[b]))
