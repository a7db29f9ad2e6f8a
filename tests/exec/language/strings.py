"""Arrays of fixed-width strings: comparison, length, characters, stores."""
from numba import cuda


@cuda.jit(device=True)
def is_x(s):
    return s == "x"


@cuda.jit
def compare(a, b, out):
    i = cuda.grid(1)
    if i < a.size:
        out[i, 0] = a[i] == b[i]
        out[i, 1] = a[i] != "cd"
        out[i, 2] = a[i] < b[i]
        out[i, 3] = a[i] >= "b"
        out[i, 4] = len(a[i])
        out[i, 5] = a[i][0] == b[i][0]
        out[i, 6] = is_x(a[i])


@cuda.jit
def compare_bytes(a, b, out):
    i = cuda.grid(1)
    if i < a.size:
        out[i, 0] = a[i] == b[i]
        out[i, 1] = a[i] == b"cd"
        out[i, 2] = a[i] < b[i]
        out[i, 3] = len(a[i])
        out[i, 4] = a[i][0]


@cuda.jit
def assign(a, b):
    i = cuda.grid(1)
    if i < a.size:
        if i % 2 == 0:
            a[i] = b[i]
        elif i == 1:
            a[i] = "overlong"
        else:
            b[i] = a[i]
