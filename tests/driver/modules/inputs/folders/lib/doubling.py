from numba import cuda


@cuda.jit(device=True)
def doubled(x):
    return 2 * x
