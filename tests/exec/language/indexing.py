"""Reading and writing arrays: every layout, negative indices, partial indices, slices, attributes."""

from numba import cuda


@cuda.jit
def negative_index(a, out):
    i = cuda.grid(1)
    if i < a.size:
        out[i] = a[-1 - i]


@cuda.jit
def negative_store(a, out):
    i = cuda.grid(1)
    if i < a.size:
        out[-i - 1] = a[i]


@cuda.jit
def negative_constant(a, out):
    i = cuda.grid(1)
    if i == 0:
        out[0] = a[-1]
        out[-1] = a[0]


@cuda.jit
def copy_1d(src, dst):
    i = cuda.grid(1)
    if i < src.shape[0]:
        dst[i] = src[i]


@cuda.jit
def copy_2d(src, dst):
    x, y = cuda.grid(2)
    if y < src.shape[0] and x < src.shape[1]:
        dst[y, x] = src[y, x] + 1


@cuda.jit
def negative_2d(src, dst):
    x, y = cuda.grid(2)
    if y < src.shape[0] and x < src.shape[1]:
        dst[-1 - y, x] = src[y, -1 - x]


@cuda.jit
def copy_3d(src, dst):
    x, y, z = cuda.grid(3)
    if z < src.shape[0] and y < src.shape[1] and x < src.shape[2]:
        dst[z, y, x] = 2 * src[z, y, x]


@cuda.jit
def chained_index(src, dst):
    x, y = cuda.grid(2)
    if y < src.shape[0] and x < src.shape[1]:
        dst[y][x] = src[y][x]


@cuda.jit
def tuple_index(src, dst):
    place = cuda.grid(2)
    if place[0] < src.shape[0] and place[1] < src.shape[1]:
        dst[place] = src[place]


@cuda.jit
def attributes(a, out):
    if cuda.grid(1) == 0:
        out[0] = a.shape[0]
        out[1] = a.shape[1]
        out[2] = a.size
        out[3] = a.ndim
        out[4] = len(a)
        out[5] = a.strides[0]
        out[6] = a.strides[1]


@cuda.jit
def unpacked_shape(a, out):
    h, w = a.shape
    i = cuda.grid(1)
    if i < h:
        total = 0
        for j in range(w):
            total += a[i, j]
        out[i] = total


@cuda.jit
def row_view(a, out):
    i = cuda.grid(1)
    if i < a.shape[0]:
        row = a[i]
        total = 0
        for j in range(len(row)):
            total += row[j] * (j + 1)
        out[i] = total


@cuda.jit
def slices(a, out):
    i = cuda.grid(1)
    if i < a.shape[0]:
        inner = a[i, 1:-1]
        every_other = a[i, ::2]
        backwards = a[i, ::-1]
        out[i, 0] = inner.size
        out[i, 1] = inner[0]
        out[i, 2] = every_other[1]
        out[i, 3] = backwards[0]
        out[i, 4] = backwards[-1]
        out[i, 5] = a[i, 2:100].size


@cuda.jit
def index_types(a, small, unsigned, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = a[small[i]] + a[unsigned[i]]


@cuda.jit
def store_converts(a, ints, bytes_, floats):
    i = cuda.grid(1)
    if i < a.size:
        ints[i] = a[i]
        bytes_[i] = ints[i]
        floats[i] = ints[i] * 3


@cuda.jit
def augmented_element(a, index):
    i = cuda.grid(1)
    if i < index.size:
        a[index[i]] += 5
        a[index[i]] *= 2
        a[index[i]] //= 3
        a[index[i]] -= 1


@cuda.jit
def list_of_text(a, out):
    i = cuda.grid(1)
    if i < a.size:
        out[i] = [5, 7, 4, 6][i % 4] + a[[3, 1, 0, 2][i % 4]] + [1.5, 2.5][-1]
