from numba import cuda, float32


@cuda.jit
def row_sums(a, sums):
    row = cuda.grid(1)
    if row < a.shape[0]:
        total = float32(0)
        for column in range(a.shape[1]):
            total += a[row, column]
        sums[row] = total
