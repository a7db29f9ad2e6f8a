import math

from numba import cuda


@cuda.jit
def sobel_u8(image, out):
    x, y = cuda.grid(2)
    height, width = image.shape
    if 0 < x < width - 1 and 0 < y < height - 1:
        gx = 0
        gy = 0
        for k in range(-1, 2):
            weight = 2 - abs(k)
            gx += weight * (image[y + k, x + 1] - image[y + k, x - 1])
            gy += weight * (image[y + 1, x + k] - image[y - 1, x + k])
        out[y, x] = min(abs(gx) + abs(gy), 255)
