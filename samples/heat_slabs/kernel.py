"""One explicit step of the heat equation on some rows of a slab, which has a row of each neighbour above and below."""

from kernelc import *


@kernel
def heat_rows(u, out, alpha, first, last):
    x, y = grid(2)
    y += first
    if y < last and 0 < x < u.shape[1] - 1:
        around = u[y - 1, x] + u[y + 1, x] + u[y, x - 1] + u[y, x + 1]
        out[y, x] = u[y, x] + alpha * (around - 4.0 * u[y, x])
