from numba import cuda


@cuda.jit
def group_bounds(groups, x, low, high):
    i = cuda.grid(1)
    if i < x.size:
        g = groups[i]
        cuda.atomic.min(low, g, x[i])
        cuda.atomic.max(high, g, x[i])
