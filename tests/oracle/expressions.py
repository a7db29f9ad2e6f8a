"""Writes tests/expressions/numpy_cases.inc: what NumPy gives for expressions, reductions and scans of arrays of many types,
shapes and layouts.

    python3 tests/oracle/expressions.py > tests/expressions/numpy_cases.inc

needs NumPy 2. A case is lines of words; arrays are `TYPE SHAPE LAYOUT VALUES`, numbers `number VALUE`.
"""
import warnings

import numpy as np

warnings.simplefilter("ignore")
random = np.random.default_rng(20)

NAMES = "bool int8 int16 int32 int64 uint8 uint16 uint32 uint64 float16 float32 float64 complex64 complex128".split()


# Larger arrays are not written out: their element k is 7 * k % 11 - 5, and of large results every STEP-th element is told.
LARGE, STEP = 64, 13


def array(dtype, shape, layout="C", low=1, high=9):
    """Small whole numbers, so that every order of adding gives the same."""
    kind = np.dtype(dtype).kind
    if np.prod(shape) > LARGE:
        values = (np.arange(np.prod(shape)) * 7 % 11 - 5).reshape(shape)
    else:
        values = random.integers(low, high, shape)
    if kind == "b":
        values = values % 2
    elif kind in "if" and dtype != "float16" and np.prod(shape) <= LARGE:
        values = values - (high - low) // 2 * random.integers(0, 2, shape)
    if kind == "c":
        values = values + 1j * random.integers(low, high, shape)
    a = np.asarray(values).astype(dtype)
    if a.ndim == 0:
        return np.asarray(a)
    if layout == "F":
        return np.asfortranarray(a)
    if layout == "S":  # every other element of a wider array
        wide = np.zeros(tuple(2 * n for n in a.shape), dtype)
        view = wide[tuple(slice(None, None, 2) for _ in a.shape)]
        view[...] = a
        return view
    if layout == "R":  # from the end
        back = tuple(slice(None, None, -1) for _ in a.shape)
        return np.ascontiguousarray(a[back])[back]
    return a


def layout_of(a):
    if a.ndim and any(s < 0 for s in a.strides):
        return "R"
    if a.flags.c_contiguous:
        return "C"
    return "F" if a.flags.f_contiguous else "S"


def words(a, is_input):
    a = np.asarray(a)
    if is_input and a.size > LARGE:
        return f"{a.dtype.name} {','.join(map(str, a.shape))} {layout_of(a)} pattern"
    flat = a.ravel()[:: STEP if a.size > LARGE else 1].tolist()
    parts = []
    for v in flat:
        if isinstance(v, complex):
            parts += [repr(v.real), repr(v.imag)]
        else:
            parts.append(repr(int(v)) if isinstance(v, bool) else repr(v))
    return f"{a.dtype.name} {','.join(map(str, a.shape)) or '-'} {layout_of(a)} {' '.join(parts)}"


def case(kind, text, inputs, outputs, *more):
    print(f"case {kind}")
    print(f"text {text}")
    for line in more:
        print(line)
    for x in inputs:
        print(f"in {words(x, True)}" if isinstance(x, np.ndarray) else f"number {x!r}")
    for x in outputs:
        print(f"out {words(x, False)}")
    print("end")


def elementwise():
    for left in NAMES:
        for right in NAMES:
            if (left == right == "bool") or ("uint64" in (left, right) and "int" in (left + right).replace("uint", "")):
                continue  # where the language says otherwise
            x, y = array(left, (5,)), array(right, (5,))
            case("elementwise", "x * y + y", [x, y], [x * y + y])
            if left > right:
                continue
            case("elementwise", "x < y" if not np.iscomplexobj(x) and not np.iscomplexobj(y) else "x == y", [x, y],
                 [x < y if not np.iscomplexobj(x) and not np.iscomplexobj(y) else x == y])
    for name in NAMES[1:]:
        x = array(name, (4,))
        if x.dtype.kind in "iu":
            case("elementwise", "a * x", [2, x], [2 * x])
        case("elementwise", "a * x", [2.5, x], [2.5 * x])
        if not np.iscomplexobj(x):
            case("elementwise", "x / 4", [x], [x / 4])
        if x.dtype.kind in "iu":
            case("elementwise", "(x & 3) << 1", [x], [(x & 3) << 1])
    shapes = [((3, 4), (4,)), ((3, 1), (1, 4)), ((2, 3, 4), (3, 1)), ((), (3,)), ((), ()), ((0, 3), (3,)), ((1,), (5,)),
              ((2, 1, 3, 1), (4, 1, 5)), ((6, 5, 4, 3), (6, 5, 4, 3))]
    for left, right in shapes:
        for layouts in ("CC", "FF", "SR", "RF"):
            x, y = array("float32", left, layouts[0]), array("int16", right, layouts[1])
            case("elementwise", "x - 2 * y", [x, y], [x - 2 * y])
    x, y = array("float64", (3, 4)), array("float64", (4,))
    case("elementwise", "s = x + y; d = x - y", [x, y], [x + y, x - y])
    case("elementwise", "where(x > y, x, 0 * y)", [x, y], [np.where(x > y, x, 0 * y)])
    case("elementwise", "sqrt(absolute(x)) + exp(0 * y)", [x, y], [np.sqrt(np.absolute(x)) + np.exp(0 * y)])
    case("elementwise", "maximum(x, y) ** 2 + i", [x, y], [np.maximum(x, y) ** 2 + np.arange(12).reshape(3, 4)])
    xf = array("float32", (3, 4), "F")
    case("elementwise", "x + i", [xf], [xf + np.arange(12, dtype=np.float32).reshape(3, 4)])


def reductions():
    for name in NAMES:
        x = array(name, (7, 5))
        case("reduction", "x", [x], [np.sum(x, dtype=None)], "reduce +")
        if not np.iscomplexobj(x):
            case("reduction", "x", [x], [np.min(x)], "reduce min")
            case("reduction", "x", [x], [np.max(x)], "reduce max")
        if x.dtype.kind in "iu":
            case("reduction", "x", [x], [np.bitwise_and.reduce(x, axis=None)], "reduce &")
            case("reduction", "x", [x], [np.bitwise_xor.reduce(x, axis=None)], "reduce a ^ b")
    for shape in [(3, 4), (4, 3, 5), (2, 3, 4, 5), (0, 3), (3, 0), (100, 40), (3, 300), (300, 3), (2000, 70)]:
        for layout in "CFSR":
            x = array("float32", shape, layout)
            for axes in [(0,), (-1,), (0, len(shape) - 1)]:
                for keep in (0, 1):
                    if (keep and layout != "C") or (len(axes) == 2 and layout in "SR"):
                        continue
                    if len({a % len(shape) for a in axes}) != len(axes):
                        continue
                    case("reduction", "x * 2", [x], [np.sum(x * 2, axis=axes, keepdims=bool(keep))], "reduce +",
                         f"axes {' '.join(map(str, axes))}", *(["keep"] if keep else []))
    x, y = array("float32", (6, 1), "S"), array("float32", (8,))
    case("reduction", "x * y", [x, y], [np.sum(x * y)], "reduce a + b")
    case("reduction", "x * y", [x, y], [np.sum(x * y, axis=0)], "reduce a + b", "axes 0")
    z = array("float64", ())
    case("reduction", "x", [z], [np.sum(z)], "reduce +")
    w = random.permutation(60).astype(np.float64).reshape(6, 10)
    case("reduction", "x, i", [w], [np.max(w), np.argmax(w)], "reduce a if a[0] > b[0] else b", "neutral (-inf, -1)")
    case("reduction", "x, i", [w], [np.max(w, axis=0), np.argmax(w, axis=0) * 10 + np.arange(10)],
         "reduce a if a[0] > b[0] else b", "neutral (-inf, -1)", "axes 0")
    case("reduction", "x, x * x", [w], [np.sum(w), np.sum(w * w)], "reduce a[0] + b[0], a[1] + b[1]", "neutral (0, 0)")


def scans():
    for name in NAMES:
        x = array(name, (40,), low=0, high=2)
        case("scan", "x", [x], [np.cumsum(x)], "reduce +")
    for shape in [(3, 4), (4, 3, 5), (0, 3), (1,), (7, 300), (300, 7), (2, 900)]:
        for layout in "CFSR":
            if layout in "SR" and np.prod(shape) > 1000:
                continue
            x = array("int32", shape, layout)
            case("scan", "x", [x], [np.cumsum(x)], "reduce +")
            for axis in range(len(shape)):
                case("scan", "x", [x], [np.cumsum(x, axis=axis)], "reduce +", f"axis {axis}")
    x = array("float32", (50,), high=90)
    case("scan", "x", [x], [np.maximum.accumulate(x)], "reduce max")
    case("scan", "2 * x", [x], [np.concatenate([[0], np.cumsum(2 * x)[:-1]]).astype(np.float32)], "reduce +", "exclusive")
    y = array("int64", (5, 6))
    case("scan", "x", [y], [np.concatenate([np.zeros((5, 1), np.int64), np.cumsum(y, axis=1)[:, :-1]], axis=1)], "reduce a + b",
         "axis -1", "exclusive")
    # Linear recurrences, which do not commute: u[k] = m[k] * u[k-1] + c[k].
    m, c = array("int64", (30,), low=0, high=3), array("int64", (30,))
    m = np.abs(m) % 2
    first, second = [], []
    p, u = 1, 0
    for k in range(30):
        p, u = p * m[k], m[k] * u + c[k]
        first.append(p)
        second.append(u)
    case("scan", "m, c", [m, c], [np.array(first), np.array(second)], "reduce a[0] * b[0], b[0] * a[1] + b[1]", "neutral (1, 0)")


print('// What NumPy gives, written by tests/oracle/expressions.py.')
print('R"cases(')
elementwise()
reductions()
scans()
print(')cases"')
