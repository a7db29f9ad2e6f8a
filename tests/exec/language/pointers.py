"""Pointer parameters, arrays over them; tuples of arrays and scalars as arguments; parts of complex arrays."""
from numba import carray, cuda, farray, float32, int32, types


@cuda.jit(types.void(types.CPointer(float32), types.CPointer(types.int64), types.int32))
def elements(p, out, n):
    i = cuda.grid(1)
    if i < n:
        p[i] += 0.5
        out[i] = p[i] * 2
        if i > 0:
            out[i] += i


@cuda.jit("void(CPointer(float32), int64, float64[:])")
def arrays(p, n, out):
    a = carray(p, (n, 2))
    f = farray(p, (n, 2), dtype=float32)
    i = cuda.grid(1)
    if i < n:
        out[i] = a[i, 1] * 100 + f[i, 1]
        a[i, 0] = -1


@cuda.jit
def tuples(pair, weights, out):
    x, y = pair
    i = cuda.grid(1)
    if i < out.size:
        s = weights[0][0] * x[i] + weights[0][1] * pair[1][i]
        for k in range(len(weights[1])):
            s += weights[1][k]
        out[i] = s
        y[i] = 1


@cuda.jit
def uniform(arrays, out):
    i = cuda.grid(1)
    if i < out.size:
        s = 0.0
        for a in arrays:
            s += a[i]
        out[i] = s + arrays[i % 3][0]


@cuda.jit
def parts(z, keys, sums):
    i = cuda.grid(1)
    if i < z.size:
        cuda.atomic.add(sums.real, keys[i], z[i].real)
        cuda.atomic.add(sums.imag, keys[i], z.imag[i])
        cuda.atomic.max(sums.imag, 0, z[i].imag)
        z.real[i] = i
        z.imag[i] += 1
