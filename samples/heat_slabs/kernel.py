"""One explicit step of the heat equation on some rows of a slab: `u` has one more above and below than `out`."""

from kernelc import *


@kernel
def heat_rows(u, out, alpha):
    x, y = grid(2)
    if y < out.shape[0] and 0 < x < u.shape[1] - 1:
        around = u[y, x] + u[y + 2, x] + u[y + 1, x - 1] + u[y + 1, x + 1]
        out[y, x] = u[y + 1, x] + alpha * (around - 4.0 * u[y + 1, x])
