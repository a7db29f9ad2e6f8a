"""Kernels that ask their arguments for what their types say."""
from numba import cuda


@cuda.jit(device=True)
def first(*values):
    if len(values) == 1:
        result = values[0]
    elif len(values) == 2:
        result = values[0] + 10 * values[1]
    else:
        result = values[2]
    return result


@cuda.jit(device=True)
def corner(a):
    if a.ndim == 1:
        return a[-1]
    return a[-1, 0]


@cuda.jit(device=True)
def weight(a):
    rank = a.ndim
    if rank > 1 and a.shape[1] > 2:
        return a[0, 2]
    return a[0] if a.ndim == 1 else a[0, 0]


@cuda.jit(device=True)
def last_extent(a):
    if len(a.shape) == 3:
        return a.shape[2]
    elif len(a.shape) == 2:
        return a.shape[1]
    return a.shape[0]


@cuda.jit
def by_rank(line, plane, cube, out):
    out[0] = first(3.0)
    out[1] = first(3.0, 4.0)
    out[2] = first(3.0, 4.0, 5.0)
    out[3] = corner(line)
    out[4] = corner(plane)
    out[5] = weight(line)
    out[6] = weight(plane)
    out[7] = last_extent(line)
    out[8] = last_extent(plane)
    out[9] = last_extent(cube)


@cuda.jit
def either_rank(a, out):
    i = cuda.grid(1)
    if i < a.shape[0]:
        if a.ndim == 2:
            for j in range(a.shape[1]):
                out[i] += a[i, j]
        elif a.ndim == 1:
            out[i] = a[i]


@cuda.jit
def reshaped(a, shape, out):
    b = a.reshape(shape)
    for i in range(b.shape[0]):
        for j in range(b.shape[1]):
            out[i, j] = b[i, j]


@cuda.jit
def flattened(a, length, out):
    b = a.reshape(length)
    for i in range(b.shape[0]):
        out[i] = b[i] + b.size
