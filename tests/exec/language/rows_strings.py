"""Strings and bytes: known while compiling, and strings that are chosen at run time."""

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


@cuda.jit(device=True)
def side_of(x):
    if x > 0.5:
        return "right"
    if x < -0.5:
        return "left"
    return ""


@cuda.jit(device=True)
def sign_of(side, x):
    if side == "right":
        return x
    elif side == "left":
        return -x
    return 0.0


@cuda.jit
def string_results(a, out):
    i = cuda.grid(1)
    if i < a.size:
        side = side_of(a[i])
        out[i, 0] = sign_of(side, a[i])
        out[i, 1] = len(side)
        out[i, 2] = 1 if side else 0
        out[i, 3] = side in ("left", "up")
        out[i, 4] = "gh" in side
        out[i, 5] = side < "m"
        out[i, 6] = side != side_of(a[(i + 1) % a.size])


@cuda.jit
def string_choices(a, out):
    i = cuda.grid(1)
    if i < a.size:
        mode = "small" if abs(a[i]) < 1 else "größer"
        if mode == "größer":
            out[i, 0] = len(mode)
        state = "even"
        count = 0
        for k in range(i):
            if state == "odd":
                count += 1
                state = "even"
            else:
                state = "odd"
        out[i, 1] = count
        out[i, 2] = state == "odd"
        name = None
        if a[i] > 0:
            name = "given"
        out[i, 3] = name is None
        if name is not None:
            out[i, 4] = name == "given"
        match state:
            case "odd":
                out[i, 5] = 1
            case "even" | "none":
                out[i, 5] = 2
        pair = (state, a[i])
        out[i, 6] = pair[0] == "even"


@cuda.jit
def string_or_number(a, out):
    mode = "near" if a[0] > 0 else 3
    out[0] = mode == 3


@cuda.jit
def string_with_number(a, out):
    out[0] = side_of(a[0]) == 3


@cuda.jit
def string_grows(a, out):
    out[0] = side_of(a[0]) + "x" == "leftx"


@cuda.jit
def string_character(a, out):
    out[0] = side_of(a[0])[0] == "l"


@cuda.jit
def string_printed(a, out):
    print(side_of(a[0]))


LETTER = ord("a")


@cuda.jit
def codes(text, out):
    i = cuda.grid(1)
    if i < text.size:
        c = text[i]
        if ord("A") <= c <= ord("Z"):
            c += LETTER - ord("A")
        out[i] = c if c != ord("é") else ord("e")
