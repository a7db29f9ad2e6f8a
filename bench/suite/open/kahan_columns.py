from numba import cuda


@cuda.jit
def kahan_columns(a, sums):
    column = cuda.grid(1)
    if column < a.shape[1]:
        total = 0.0
        lost = 0.0
        for row in range(a.shape[0]):
            value = a[row, column] - lost
            next_total = total + value
            lost = (next_total - total) - value
            total = next_total
        sums[column] = total
