"""Escape times of z = z * z + c over a rectangle of the complex plane, in double precision.

Threads step over the image by the size of the grid in both directions, so that any grid covers any image.
"""

import sys

import numpy as np
from numba import cuda


@cuda.jit(device=True)
def escape_time(c, limit):
    z = 0j
    for i in range(limit):
        z = z * z + c
        if z.real * z.real + z.imag * z.imag >= 4.0:
            return i
    return limit


@cuda.jit
def mandelbrot(image, left, right, bottom, top, limit):
    height, width = image.shape
    dx = (right - left) / width
    dy = (top - bottom) / height

    start_x, start_y = cuda.grid(2)
    step_x, step_y = cuda.gridsize(2)
    for y in range(start_y, height, step_y):
        for x in range(start_x, width, step_x):
            image[y, x] = escape_time(complex(left + x * dx, bottom + y * dy), limit)


def main(n):
    image = np.zeros((n, n), dtype=np.uint8)
    mandelbrot[(8, 8), (32, 8)](image, -2.0, 0.5, -1.25, 1.25, 200)

    inside = np.count_nonzero(image == 200)
    # The set's area is 1.5066; the square shown has 6.25.
    assert abs(inside / image.size * 6.25 - 1.5066) < 3.0 / n + 0.05, inside
    print(f"PASS: {n} x {n}, {inside} points inside")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1024)
