"""Strings and bytes that are known while compiling."""

from numba import cuda

STRS = ("a", "bc", "def")


@cuda.jit
def byteslit(out):
    b = b'ab\xff'
    out[0] = b[1]
    out[1] = len(b)
    s = 0
    for c in b'hello':
        s += c
    out[2] = s
    out[3] = b[-1]
    out[4] = 97 in b
    for i in range(len(b)):
        out[5] = out[5] * 2 + b[i]


@cuda.jit
def strs(out, s):
    x = 'abc'
    out[0] = x == 'abc'
    out[1] = x != 'abd'
    out[2] = len('hello')
    out[3] = len(x)
    out[4] = same_text(x, 'abc') + 2 * same_text(x, 'b')


@cuda.jit(device=True)
def same_text(a, b):
    return a == b


@cuda.jit
def string_loops(out, n):
    for c in ("a", "bb", "a"):
        if c == "a":
            out[0] += 1
        elif c == "bb":
            out[0] += 10
    for i, name in enumerate(STRS):
        if name == "bc":
            continue
        out[1] += (i + 1) * len(name)
        if i == n:
            break
    for name in STRS:
        out[2] = out[2] * 10 + same_text(name, "def")
