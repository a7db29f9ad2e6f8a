from numba import cuda

from . import search, settings


@cuda.jit
def thresholds(values, out):
    i = cuda.grid(1)
    if i < out.shape[0]:
        out[i] = search.count_below(values[i:], max(values[i], settings.SMALLEST))
