import math

from numba import cuda


@cuda.jit
def gelu(x, y):
    i = cuda.grid(1)
    if i < x.size:
        v = x[i]
        y[i] = 0.5 * v * (1.0 + math.tanh(0.7978845608 * (v + 0.044715 * v * v * v)))
