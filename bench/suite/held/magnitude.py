import math

from numba import cuda


@cuda.jit
def magnitude(z, out):
    i = cuda.grid(1)
    if i < out.shape[0]:
        re = z[i, 0]
        im = z[i, 1]
        out[i] = math.sqrt(re * re + im * im)
