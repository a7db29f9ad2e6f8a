from numba import cuda, float32


@cuda.jit
def mat4_mul(a, b, out):
    i = cuda.grid(1)
    if i < a.shape[0]:
        for row in range(4):
            for column in range(4):
                total = float32(0)
                for k in range(4):
                    total += a[i, row, k] * b[i, k, column]
                out[i, row, column] = total
