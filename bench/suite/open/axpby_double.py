from numba import cuda


@cuda.jit
def axpby_double(a, x, b, y):
    start = cuda.grid(1)
    step = cuda.gridsize(1)
    for i in range(start, x.shape[0], step):
        y[i] = a * x[i] + b * y[i]
