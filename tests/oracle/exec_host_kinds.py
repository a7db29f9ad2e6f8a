"""Writes tests/exec/data/host_kinds_*.py, constants that code of the host computes with NumPy, and what they must be:
host_kinds.json. NumPy computes them: values, types, shapes, or that it refuses. A file ends where NumPy refuses, so
those stand in sources of their own: the constant has no value.
"""
import itertools
import math
import re

import numpy as np

from expectations import DATA, Topic, zeros

SETUP = """
A = np.arange(6).reshape(2, 3)
F = np.arange(6, dtype=np.float32).reshape(3, 2)
I8 = np.array([1, -2, 127], dtype=np.int8)
U8 = np.array([1, 200, 255], dtype=np.uint8)
B = np.array([True, False, True])
Z = np.array([1 + 2j, 3 - 4j])
NONE = np.array([], dtype=np.int32)
CUBE = np.arange(24).reshape(2, 3, 4)
V = np.array([3, 1, 2, 1])
X = np.array([0.5, -1.25, 2.5, np.nan])
D = np.array([[2.0, 1.0], [1.0, 3.0]])


def powers(n):
    result = 1
    while n > 0:
        if n & 1:
            result = result * 3
        n >>= 1
    return result


def first_above(limit):
    k = 0
    while True:
        if k > limit:
            return k
        k += 1
    return -1


def larger_first(x, y):
    if x < y:
        x, y = y, x
    return x * 10 + y


def checked(n):
    if n < 0:
        raise ValueError("negative")
    return n * 2


def checked_all(values):
    for v in values:
        if v < 0:
            raise ValueError("negative")
    return len(values)
"""

EXPRESSIONS = """
powers(10)
first_above(3)
larger_first(1, 2)
checked(3)
checked(-3)
checked_all([1, 2])
np.broadcast_to(F, (2, 3))
np.broadcast_to([1, 2, 3], (2, 3))
np.expand_dims(A, (0, 2))
np.expand_dims(A, 3)
np.transpose(CUBE, axes=(1, 2, 0))
np.transpose(CUBE, (0, 0, 1))
np.moveaxis(CUBE, [0, 1], [-1, -2])
np.moveaxis(CUBE, 0, 3)
np.rollaxis(CUBE, -1)
np.rot90(CUBE, 1, (1, 2))
np.rot90(V)
np.roll(A, (1, 2), axis=(0, 1))
np.stack([V, V], axis=2)
np.stack([])
np.dstack((CUBE, CUBE))
np.split(V, 3)[0]
np.split(A, 3, axis=1)[1]
np.array_split(V, [1, 2])[1]
np.hsplit(A, 3)[2]
np.pad(V, -1)
np.pad(A, 1, constant_values=((1, 2), (3, 4)))
np.pad(A, (5, 5), mode="symmetric")
np.meshgrid([1, 2], [3, 4], indexing="zz")[0]
np.meshgrid([1, 2], [3, 4, 5], sparse=True)[1]
np.indices((2, 3), dtype=np.float32)
np.geomspace(-1, -1000, 4)
np.geomspace(1, 1000, 3, endpoint=False)
np.argwhere(V == 9)
np.nonzero(5)[0]
np.where(A > 1, A, 0)
np.where(A > 1, A, 0.5)
np.where(F > 1, F, 0.5)
np.where(B, I8, U8)
np.where(B, True, False)
np.where(B, B, 1)
np.where(B, 1)
np.where(NONE > 0, NONE, 0)
np.argsort(X)
np.argsort(-A, axis=0)
np.argsort(-A, axis=None)
np.searchsorted([1, 2, 3], np.nan)
np.searchsorted([1, 2, 3], 2, "middle")
np.histogram([1, 2, 1, 4], bins=3)[0]
np.histogram([1, 2, 1, 4], bins=3)[1]
np.histogram([1, 2, 1, 4], bins=[0, 1, 2, 4])[0]
np.digitize([0.5, 1.5, 2.0], [1, 2, 3])
np.isin(V, [1, 2], invert=True)
np.take(A, [[0, 1], [1, 0]], axis=1)
np.take(A, 1, axis=0)
np.take(A, [0, 6])
np.bincount([-1, 2])
np.bincount(NONE)
np.all(A, axis=0)
np.any(A, axis=1)
np.cumprod(I8)
np.cumprod(U8)
np.cumprod(B)
np.cumprod(A, axis=0)
np.cumsum(U8)
np.cumsum(A, axis=1)
np.ptp(A, axis=0)
np.average([1, 2], weights=[0, 0])
np.trapezoid(A)
np.add.outer([1, 2], [3, 4])
np.multiply.outer(A, [1, 2])
np.multiply.reduce(A)
np.add.reduce(A)
np.convolve([1, 1], [1, 2, 3, 4], "same")
np.convolve([], [1])
np.convolve([1, 2, 3], [1], "foo")
np.correlate([1, 2], [1, 2, 3], "full")
np.correlate([1, 2], [1, 2, 3], "same")
np.correlate([1, 2], [3, 4, 5])
np.correlate(Z, Z, "full").real
np.interp(np.nan, [1, 2, 3], [3, 2, 0])
np.interp(5, [1, 2, 3], [3, 2, 0], left=-1, right=-2)
np.interp(2, [1, 2, 2, 3], [1, 2, 5, 6])
np.polyval([3, 0, 1], F)
np.polyval([3, 0, 1], [1, 2])
np.round(V, -1)
np.round(NONE)
np.clip(V, [0, 0, 2, 2], 3)
np.clip(V, min=1, max=2)
np.clip(X, 0, 1)
np.clip(B, 0, 1)
np.sign(X)
np.sign(B)
np.hypot(1e200, 1e200)
np.hypot(np.inf, np.nan)
np.hypot(F, 1)
np.arctan2(F, F)
np.arctan2(I8, 2)
np.gcd(I8, U8)
np.gcd(1.5, 2)
np.lcm(I8, 2)
np.logical_xor(B, True)
np.greater_equal(V, [1, 2, 3, 4])
np.sinc(F)
np.sinc(0.5)
np.imag(F)
np.real(Z.astype(np.complex64))
np.conj(V)
np.packbits([1.5])
np.unpackbits([1, 2])
np.hanning(1)
np.hanning(0)
np.cross([[1, 2, 3], [4, 5, 6]], [[4, 5, 6], [1, 2, 3]])
np.cross([1, 2, 3, 4], [4, 5, 6, 7])
np.inner(A, A)
np.vdot(Z, Z).real
np.linalg.matrix_power(D, -1)
np.linalg.matrix_power(np.eye(5), 10**12)
np.linalg.det(A)
np.linalg.inv(A)
np.linalg.inv([[1, 2], [2, 4]])
np.linalg.inv(D.astype(np.float32))
np.linalg.solve(A, [1, 2])
[1, 2] @ [3, 4]
D @ [1, 2]
A.unique()
A.flip()
A.concatenate()
A.maximum(3)
np.argmax([])
np.concatenate([])
np.concatenate([V, V], axis=0)
A.flatten("F")
A.ravel(order="F")
A.reshape(3, 2, order="F")
np.reshape(A, (3, 2), order="F")
np.linspace(-1.5, 3, 4, dtype=int)
np.eye(-1)
I8 + 200
U8 + (-1)
np.maximum(I8, 200)
-B
B - B
np.power(V, -1)
np.max(X)
np.min(X)
np.argmin(X)
np.maximum(X, 0)
np.exp(I8)
np.rint(V)
np.iinfo(np.float32).max
np.finfo(np.int32).max
math.hypot(1e200, 1e200)
math.hypot(1, 2, 3)
math.fsum([1e100, 1.0, -1e100])
math.fsum([0.1] * 10)
math.dist([0], [3, 4])
math.isqrt(-1)
math.perm(5, -1)
math.comb(-1, 2)
list(itertools.product([1, 2], repeat=3))
list(itertools.islice([1, 2], -1))
pow(2, 10, 1000)
pow(2.0, 3, 5)
int.from_bytes(b"ab", "foo")
[ord(c) for c in "h\\u00e9llo"]
"h\\u00e9llo".find("l")
len("h\\u00e9llo")
"hello".index("z")
[ord(c) for c in "-42".zfill(5)]
sorted([3, 1], foo=1)
list({3, 1, 2})
list({40, 3, 9, 17, 1, -1, 33, 8, 100})
abs(np.int8(-128))
1 if B.dtype == bool else 2
1 if F.dtype == "float32" else 2
""".strip().split("\n")



def described(value):
    array = np.asarray(value)
    flat = array.ravel().astype(np.float64)
    shape = list(array.shape) + [0] * (5 - array.ndim)
    return [array.itemsize, array.ndim, *shape, float((flat * np.arange(1, flat.size + 1)).sum())]


# Kernels of one file.
PER_FILE = 30
# What CPython does here is no promise of Python's: the order of sets.
WITHOUT_VALUE = ("list({3, 1, 2})", "list({40, 3, 9, 17, 1, -1, 33, 8, 100})")
# Functions of NumPy that the run of the host program does not compute.
NOT_FOLLOWED = re.compile(r"np\.(moveaxis|rollaxis|rot90|dstack|split|array_split|hsplit|geomspace|histogram|trapezoid|convolve|"
                          r"correlate|interp|polyval|sinc|hanning|cross|inner|vdot|linalg\.matrix_power|linalg\.inv)\(")


def constant(i, expression):
    return [f"C{i:03} = np.asarray({expression})", f"F{i:03} = C{i:03}.ravel().astype(np.float64)",
            f"S{i:03} = (C{i:03}.shape + (0,) * 5)[:5]"]


def kernel(i):
    return ["", "", "@cuda.jit", f"def k{i:03}(out):", f"    out[0] = C{i:03}.itemsize", f"    out[1] = C{i:03}.ndim",
            "    for d in range(5):", f"        out[2 + d] = S{i:03}[d]", "    total = 0.0",
            f"    for i in range(F{i:03}.size):", f"        total += F{i:03}[i] * (i + 1)",
            "    out[7] = total", "", ""]


def expected(expression):
    if expression in WITHOUT_VALUE or NOT_FOLLOWED.search(expression):
        return None
    namespace = {"np": np, "math": math, "itertools": itertools}
    exec(SETUP, namespace)
    try:
        with np.errstate(all="ignore"):
            return described(eval(expression, namespace))
    except Exception:
        return None


def refused(i, expression):
    """A file with what the expression uses."""
    lines = ["import itertools", "import math", "", "import numpy as np", "from numba import cuda", ""]
    for part in re.split(r"\n(?=\S)", SETUP.strip()):
        name = re.match(r"(?:def )?(\w+)", part)[1]
        if re.search(rf"\b{name}\b", expression):
            lines.append(part)
    return "\n".join(lines + constant(i, expression) + kernel(i)).rstrip() + "\n"


def main():
    topic = Topic("host_kinds", folder="data")
    numbered = list(enumerate(EXPRESSIONS))
    for first in range(0, len(EXPRESSIONS), PER_FILE):
        file = f"host_kinds_{first // PER_FILE}.py"
        lines = ['"""Made by tests/oracle/exec_host_kinds.py."""', "import itertools", "import math", "",
                 "import numpy as np", "from numba import cuda", SETUP]
        for i, expression in numbered[first:first + PER_FILE]:
            arguments = (zeros(np.float64, 8),)
            result = expected(expression)
            if result is None:
                topic.error("", f"k{i:03}", 1, 1, *arguments, kind="NotConstant")
                case = topic.cases[-1]
                del case["file"]
                case |= {"name": f"{file[:-3]}.k{i:03}", "source": refused(i, expression)}
                continue
            lines += constant(i, expression) + kernel(i)
            topic.expect(file, f"k{i:03}", 1, 1, arguments, {0: result},
                         tolerance=1e-12 if result[0] == 8 else 1e-3 if result[0] == 2 else 1e-6)
        (DATA / file).write_text("\n".join(lines).rstrip() + "\n")
    topic.write()


if __name__ == "__main__":
    main()
