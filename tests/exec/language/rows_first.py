"""Grids whose first index is that of a row, so that neighbours in y (or z) have neighbouring elements."""

from numba import cuda


@cuda.jit
def places(out):
    i, j = cuda.grid(2)
    if i < out.shape[0] and j < out.shape[1]:
        out[i, j] = (cuda.blockIdx.x * 1000000 + cuda.blockIdx.y * 100000 + cuda.threadIdx.x * 1000 + cuda.threadIdx.y * 10
                     + cuda.blockDim.x * 7 + cuda.gridDim.y * 3 + cuda.blockDim.y)


@cuda.jit
def strided(a, out):
    i, j = cuda.grid(2)
    rows, columns = cuda.gridsize(2)
    y = i
    while y < a.shape[0]:
        for x in range(j, a.shape[1], columns):
            out[y, x] = a[y, x] * rows + columns
        y += rows


@cuda.jit
def volume(a, out):
    i, j, k = cuda.grid(3)
    if i < a.shape[0] and j < a.shape[1] and k < a.shape[2]:
        out[i, j, k] = a[i, j, k] * 10 + i + 2 * j + 3 * k


@cuda.jit
def sums_of_rows(a, out, total):
    # Threads of a block meet, with a tile that is theirs.
    tile = cuda.shared.array((4, 8), "int64")
    i, j = cuda.grid(2)
    ti = cuda.threadIdx.x
    tj = cuda.threadIdx.y
    inside = i < a.shape[0] and j < a.shape[1]
    tile[ti, tj] = a[i, j] if inside else 0
    cuda.syncthreads()
    step = 4
    while step > 0:
        if tj < step:
            tile[ti, tj] += tile[ti, tj + step]
        cuda.syncthreads()
        step //= 2
    if inside:
        out[i, j] = tile[ti, 0]
        cuda.atomic.add(total, i, a[i, j])


@cuda.jit
def columns_first(a, out):
    # Neighbours in x are in one row.
    j, i = cuda.grid(2)
    if i < a.shape[0] and j < a.shape[1]:
        out[i, j] = a[i, j] + 100 * i
