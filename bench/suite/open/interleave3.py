from numba import cuda


@cuda.jit
def interleave3(x, y, z, points):
    i = cuda.grid(1)
    if i < points.shape[0]:
        points[i, 0] = x[i]
        points[i, 1] = y[i]
        points[i, 2] = z[i]
