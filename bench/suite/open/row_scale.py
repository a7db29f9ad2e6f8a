from numba import cuda


@cuda.jit
def row_scale(a, scale, shift, out):
    x, y = cuda.grid(2)
    if x < a.shape[1] and y < a.shape[0]:
        out[y, x] = a[y, x] * scale[x] + shift[y]
