from numba import cuda, float32


@cuda.jit
def horner(x, coefficients, y):
    i = cuda.grid(1)
    if i < x.size:
        v = x[i]
        result = float32(0)
        for k in range(coefficients.size):
            result = result * v + coefficients[k]
        y[i] = result
