from numba import cuda


@cuda.jit
def triad(a, b, c, s):
    i = cuda.grid(1)
    if i < a.size:
        a[i] = b[i] + s * c[i]
