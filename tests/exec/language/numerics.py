import math

from numba import cuda


@cuda.jit
def cube_roots(x, out):
    i = cuda.grid(1)
    if i < x.size:
        out[i] = math.cbrt(x[i])
