"""Python's syntax in kernels, a kernel for each row of the language."""

import math
import operator
from collections import namedtuple
from enum import Enum, IntEnum

import numpy as np
from numba import cuda, int32, jit, njit

Point = namedtuple("Point", "x y")
PT = Point(3, 4.5)
TWO = 2
NPF = np.float32(0.1)
NPI = np.int8(-3)
CPLX = 1 + 2j
NONE = None
STRS = ("a", "bc", "def")
TABLE = np.array([[1, 2, 3], [4, 5, 6]], dtype=np.int32)
DT = np.float32
NDT = np.dtype("i2")
NT = int32
FLAG = True
LST = [1, 2, 3]


class Color(Enum):
    RED = 1
    GREEN = 5


class Level(IntEnum):
    LOW = 2
    HIGH = 9


@cuda.jit
def ret_none(out):
    out[0] = 1
    return None


@cuda.jit
def ret_bare(out):
    out[0] = 1
    if out[0] == 1:
        return
    out[0] = 2


@cuda.jit(device=True)
def dev_add(a, b=10, c=100):
    return a + b * 2 + c * 3


@cuda.jit
def plain_dev(a, b):
    return a * b


@njit
def host_njit(a):
    return a + 1


@jit(nopython=True)
def host_jit(a):
    return a + 2


@cuda.jit
def calls(out, a):
    out[0] = dev_add(a[0])
    out[1] = dev_add(a[0], 1)
    out[2] = dev_add(a[0], c=1)
    out[3] = dev_add(c=a[0], b=2, a=3)
    out[4] = plain_dev(a[0], 1.5)
    out[5] = plain_dev(a[0], a[1])
    out[6] = host_njit(a[2])
    out[7] = host_jit(a[2])


@cuda.jit(device=True)
def star(x, *args):
    s = x
    for v in args:
        s += v
    return s * 100 + len(args)


@cuda.jit(device=True)
def star2(*args):
    return star(1, *args)


@cuda.jit
def stars(out, a):
    out[0] = star(a[0])
    out[1] = star(a[0], 1, 2)
    t = (a[1], a[2], a[0])
    out[2] = star(*t)
    out[3] = star(7, *t)
    out[4] = star2(1, 2, 3)
    out[5] = star(a[0], *(1, 2), 3)


@cuda.jit
def annotated(out: np.ndarray, n: 'int32', x: float=2) -> None:
    """Docstring."""
    y: int = 3.75
    z: 'whatever[unknown]' = n
    w: float
    w = 2
    out[0] = y
    out[1] = z * 2
    out[2] = w + x


@cuda.jit
def assigns(out, a):
    x = y = z = a[0]
    x += 1
    out[0] = x
    out[1] = y
    out[2] = z
    p, q = (a[1], a[2])
    p, q = (q, p)
    out[3] = p
    out[4] = q
    (r, s), t = ((1, 2), 3)
    out[5] = r + s * 10 + t * 100
    [u, v] = (p, q)
    out[6] = u - v
    out[7] = out[8] = a[3]


@cuda.jit
def unpack(out, a, m):
    x, y, z = a[3:6]
    out[0] = x + 10 * y + 100 * z
    h, w = m.shape
    out[1] = h * 100 + w
    p, q, r = m[1]
    out[2] = p + 10 * q + 100 * r
    (s, t, u), (v, _, _) = (m[0], m[1])
    out[3] = s + t + u + v


@cuda.jit
def augs(out, a, n):
    x = a[0]
    x += 3
    out[0] = x
    x -= 1
    out[1] = x
    x *= 7
    out[2] = x
    x //= 2
    out[3] = x
    x %= 11
    out[4] = x
    x **= 2
    out[5] = x
    x <<= 3
    out[6] = x
    x >>= 1
    out[7] = x
    x &= 127
    out[8] = x
    x |= 256
    out[9] = x
    x ^= 255
    out[10] = x
    out[11] = a[1]
    out[11] += 3
    out[11] -= 1
    out[11] *= 7
    out[11] //= 2
    out[11] %= 11
    out[11] **= 2
    out[11] <<= 3
    out[11] >>= 1
    out[11] &= 127
    out[11] |= 256
    out[11] ^= 255
    y = 7
    y /= 2
    out[12] = y * 10
    i = 0
    out[13 + i] += 5


@cuda.jit(device=True)
def bump(c):
    c[0] += 1
    return c[0]


@cuda.jit
def aug_once(out, c):
    out[bump(c)] += 5
    out[5] = c[0]
    out[bump(c),] = bump(c)
    out[6] = c[0]


@cuda.jit
def pruned(out, a, b):
    if b is None:
        out[0] = 1
    else:
        out[0] = b[0]
    c = 5 if b is None else b[1]
    out[1] = c
    if b is not None:
        out[2] = b[2]
    if b is not None and b[0] > 3:
        out[3] = 1


@cuda.jit
def iters(out, a, m):
    s = 0
    for v in a:
        s = s * 3 + v
    out[0] = s
    s = 0
    for row in m:
        for v in row:
            s = s * 3 + v
    out[1] = s
    for i, v in enumerate(a):
        out[2] += i * v
    for i, v in enumerate(a, 5):
        out[3] += i * v
    for x, y in zip(a, (1, 2, 3)):
        out[4] += x * y
    for x, y, z in zip(a, range(10, 100, 10), m):
        out[5] += x * y + z[0]
    for v in (1, 2, 3.5):
        out[6] += v
    for i, (x, y) in enumerate(zip(a, a)):
        out[8] += i * x * y
    for t in ((1, 2), (3, 4)):
        out[9] += t[0] * t[1]
    for v in m.shape:
        out[10] += v
    for v in a[1:4]:
        out[11] += v
    for k, row in enumerate(m):
        out[12] += k * row[1]


@cuda.jit
def loops(out, n):
    i = 0
    while True:
        i += 1
        if i == 3:
            continue
        if i > n:
            break
        out[0] += i
    else:
        out[0] = -1
    for j in range(n):
        if j == 100:
            break
    else:
        out[1] = 5
    for j in range(0):
        pass
    else:
        out[2] = 6
    while i > 0:
        i -= 2
    else:
        out[3] = i
    for j in range(n):
        for k in range(n):
            if k > j:
                break
            out[4] += 1
        else:
            out[5] += 1


@cuda.jit
def chained(out, c):
    out[0] = 0 <= bump(c) < 5
    out[1] = c[0]
    out[2] = 5 < bump(c) < bump(c)
    out[3] = c[0]
    out[4] = 1 < 2 < 3 != 4 == 4
    out[5] = bump(c) > 2 > 1 > 0


@cuda.jit
def boolops(out, a, c):
    x = a[0] and a[1]
    out[0] = x
    y = a[0] or a[1]
    out[1] = y
    out[2] = not a[0]
    z = a[0] and 2.5
    out[3] = z
    out[4] = 0 or 0.25
    out[5] = a[1] > 0 and a[2]
    f = a[2] or bump(c)
    out[6] = c[0]
    g = a[0] and bump(c)
    out[7] = c[0]
    out[8] = a[0] or (a[1] and a[2]) or 7
    out[9] = not (a[0] or a[1])
    out[10] = f + g


@cuda.jit
def bits(out, a, b):
    out[0] = a[0] & b[0]
    out[1] = a[0] | b[0]
    out[2] = a[0] ^ b[0]
    out[3] = ~a[0]
    out[4] = a[0] << 3
    out[5] = a[0] >> 2
    out[6] = -a[0]
    out[7] = +a[0]


@cuda.jit
def is_ops(out, a, e):
    x = a[0]
    n = None
    out[0] = n is None
    out[1] = x is not None
    out[2] = Color.RED is Color.RED
    out[3] = Color.RED is Color.GREEN
    out[4] = NONE is None
    out[5] = Level.LOW is Level.LOW
    out[6] = Color.RED is not Color.GREEN


@cuda.jit
def ins(out, a):
    x = a[0]
    out[0] = x in (1, 2, 3)
    out[1] = x not in (1, 2, 3)
    out[2] = 2.0 in (1, 2, 3)
    t = (a[0], a[1])
    out[3] = 5 in t
    out[4] = a[1] in t
    out[5] = 'a' in STRS
    out[6] = 'x' in ('a', 'b')
    out[7] = x in (1.0, 5.0)


@cuda.jit
def frozen(out, a):
    out[0] = TWO + NPF
    out[1] = NPI
    out[2] = CPLX.imag
    out[3] = PT.x + PT.y
    out[4] = PT[1]
    out[5] = TABLE[1, 2]
    out[6] = len(STRS)
    out[7] = DT(0.1)
    out[8] = NDT.type(70000)
    out[9] = NT(2.9)
    out[10] = FLAG
    x, y = PT
    out[11] = x * y
    out[12] = math.pi + np.inf
    out[13] = STRS[1] == 'bc'
    out[14] = TABLE.shape[1] + TABLE.size


@cuda.jit
def enums(out, a):
    c = Color.GREEN
    if c == Color.GREEN:
        out[0] = 1
    if c != Color.RED:
        out[1] = 1
    out[2] = c.value
    out[3] = Level.HIGH + 1
    out[4] = Level.HIGH > Level.LOW
    out[5] = Color['RED'].value
    out[6] = a[Level.LOW]
    out[7] = Level.LOW == 2
    out[8] = int(Level.HIGH)


@cuda.jit(device=True)
def fact(n):
    if n <= 1:
        return 1
    return n * fact(n - 1)


@cuda.jit(device=True)
def fib(n):
    return n if n < 2 else fib(n - 1) + fib(n - 2)


@cuda.jit(device=True)
def ends_odd(n):
    return n == 1 or n > 1 and ends_odd(n - 2)


@cuda.jit
def recursion(out, n):
    out[0] = fact(n)
    out[1] = fib(n)
    out[2] = ends_odd(n) + 2 * ends_odd(n + 1)


@cuda.jit
def dels(out, a):
    x = a[0]
    y = a[1]
    out[0] = x + y
    del x, y
    x = 2.5
    out[1] = x


@cuda.jit
def lambdas(out, a):
    f = lambda x: x * 2 + a[0]
    out[0] = f(3)
    out[1] = (lambda x, y=4: x - y)(a[1])

    def g(x):
        return f(x) + 1
    out[2] = g(a[2])


@cuda.jit
def matches(out, a):
    for i in range(len(a)):
        match a[i]:
            case 1:
                out[i] = 10
            case 2 | 3:
                out[i] = 20
            case -4:
                out[i] = 5
            case _:
                out[i] = 30
    if (n := a[0]) > 0:
        out[0] += n


@cuda.jit
def complexlit(out):
    z = 1j
    w = 2 + 3j * z
    out[0] = w
    out[1] = z * z
    out[2] = complex(1, 2) + 1


@cuda.jit(device=True)
def opt(x):
    if x > 3:
        return x
    return None


@cuda.jit(device=True)
def nothing(c):
    c[0] = 9


@cuda.jit
def nones(out, c):
    x = nothing(c)
    out[0] = x is None
    out[1] = c[0]


@cuda.jit
def undefs(out, n):
    if n > 3:
        x = 7
    out[0] = x
    for i in range(n):
        y = i * 2.5
    out[1] = y
    out[2] = i


@cuda.jit
def opcalls(out, a):
    out[0] = operator.add(a[0], a[1])
    out[1] = operator.mul(a[0], 2)
    out[2] = operator.lt(a[0], a[1])


@cuda.jit
def raises(out):
    i = cuda.grid(1)
    out[i] = 1
    if i == 2:
        raise ValueError('no')
    out[i] = 2


@cuda.jit(device=True)
def raising(i):
    if i == 2:
        raise ValueError('no')
    return i


@cuda.jit
def raises2(out):
    i = cuda.grid(1)
    out[i] = 1
    x = raising(i)
    out[i] = 2 + x


@cuda.jit
def asserts(out):
    i = cuda.grid(1)
    out[i] = 1
    assert i != 2, 'oops'
    out[i] = 2


@cuda.jit
def brk(out):
    out[0] = 1
    if out[0] == 5:
        breakpoint()
    out[1] = 2


@cuda.jit
def glist(out):
    out[0] = LST[1] + len(LST)
    for v in LST:
        out[1] += v


class Cfg:
    N = 3


@cuda.jit
def objattr(out):
    out[0] = Cfg.N


def with_default(x, y=None):
    return x if y is None else x + y


helper = cuda.jit(device=True)(with_default)


@cuda.jit
def default_none(out, a):
    out[0] = helper(a[0])
    out[1] = helper(a[0], 5)
    out[2] = helper(a[0], y=None)


cfg = Cfg()


@cuda.jit
def objattr2(out):
    out[0] = cfg.N


@cuda.jit
def members_in_brackets(out, a):
    i = cuda.grid(1)
    if i < a.size:
        if a[i] in [1, 4, 9]:
            out[i] += 1
        if a[i] not in [2, i]:
            out[i] += 10
        if a[i] in {0, 3}:
            out[i] += 100
        for step in [5, 1, 3]:
            out[i] += step * 1000
        for scale in [2, 0.5]:
            out[i] += scale * 100000
