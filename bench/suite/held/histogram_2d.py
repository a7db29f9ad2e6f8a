from numba import cuda


@cuda.jit
def histogram_2d(x, y, weights, bins):
    rows, columns = bins.shape
    for i in range(cuda.grid(1), x.size, cuda.gridsize(1)):
        row = int(y[i] * rows)
        column = int(x[i] * columns)
        if 0 <= row < rows and 0 <= column < columns:
            cuda.atomic.add(bins, (row, column), weights[i])
