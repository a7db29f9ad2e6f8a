from numba import cuda


@cuda.jit
def scatter_add(targets, values, sums):
    i = cuda.grid(1)
    if i < targets.size:
        cuda.atomic.add(sums, targets[i], values[i])
