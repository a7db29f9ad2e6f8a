from numba import cuda, float32


@cuda.jit(device=True)
def escape(x, y, cx, cy, limit):
    for n in range(limit):
        if x * x + y * y > 4:
            return n
        x, y = x * x - y * y + cx, x * y + x * y + cy
    return limit


@cuda.jit
def julia(image, cx, cy, limit):
    column, row = cuda.grid(2)
    height, width = image.shape
    if column < width and row < height:
        x = float32(3.0 * column / width - 1.5)
        y = float32(2.0 * row / height - 1.0)
        image[row, column] = escape(x, y, cx, cy, limit)
