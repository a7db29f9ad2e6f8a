"""One explicit step of the heat equation on a plate whose border keeps its temperature."""

from kernelc import *


@kernel
def heat(u, out, alpha):
    x, y = grid(2)
    height, width = u.shape
    if 0 < x < width - 1 and 0 < y < height - 1:
        around = u[y - 1, x] + u[y + 1, x] + u[y, x - 1] + u[y, x + 1]
        out[y, x] = u[y, x] + alpha * (around - 4.0 * u[y, x])
    elif x < width and y < height:
        out[y, x] = u[y, x]
