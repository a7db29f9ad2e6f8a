from kernelc import *

from reduction import add_up


@kernel
def column_sums(data, sums):
    """sums[c] += the sum of column c; a block takes a column and a part of the rows."""
    add_up(data, 0.0, 1.0, sums)


@kernel
def column_squares(data, means, squares):
    """squares[c] += the squared distances of column c from its mean."""
    add_up(data, means[blockIdx.x], 2.0, squares)


@kernel
def scale_columns(data, means, deviations):
    """Each column with mean 0 and deviation 1."""
    column, row = grid(2)
    if row < data.shape[0] and column < data.shape[1]:
        data[row, column] = (data[row, column] - means[column]) / deviations[column]
