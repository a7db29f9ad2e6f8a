from numba import cuda


@cuda.jit
def burning_ship(counts, left, top, scale, limit):
    column, row = cuda.grid(2)
    if column < counts.shape[1] and row < counts.shape[0]:
        cx = left + column * scale
        cy = top + row * scale
        x = 0.0
        y = 0.0
        n = 0
        while x * x + y * y <= 4.0 and n < limit:
            x, y = x * x - y * y + cx, abs(2.0 * x * y) + cy
            n += 1
        counts[row, column] = n
