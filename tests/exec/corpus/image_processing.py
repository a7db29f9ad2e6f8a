"""Filters, colours and geometry of images."""
import math

import numpy as np
from numba import cuda, float32, int32, uint8

TILE = 8
RADIUS = 2
PADDED = TILE + 2 * RADIUS
WEIGHTS = (1, 4, 6, 4, 1)


@cuda.jit
def gray(rgb, out):
    """Luma in thousandths, rounded."""
    x, y = cuda.grid(2)
    height, width = out.shape
    if x >= width or y >= height:
        return
    r, g, b = rgb[y, x]
    out[y, x] = (299 * r + 587 * g + 114 * b + 500) // 1000


@cuda.jit
def sobel(image, out):
    row, col = cuda.grid(2)
    rows, cols = image.shape
    if 1 <= row < rows - 1 and 1 <= col < cols - 1:
        gx = gy = 0
        for d in range(-1, 2):
            k = 2 - abs(d)
            gx += k * (image[row + d, col + 1] - image[row + d, col - 1])
            gy += k * (image[row + 1, col + d] - image[row - 1, col + d])
        out[row, col] = math.hypot(gx, gy)


@cuda.jit("void(float32[:,:], float32[:,:])")
def binomial_blur(image, out):
    """Separable 5x5 filter on a tile with its rim in shared memory; the border is repeated."""
    tile = cuda.shared.array((PADDED, PADDED), dtype=float32)
    tx, ty = cuda.threadIdx.x, cuda.threadIdx.y
    x, y = cuda.grid(ndim=2)
    height, width = image.shape
    x0 = cuda.blockIdx.x * TILE - RADIUS
    y0 = cuda.blockIdx.y * TILE - RADIUS
    for j in range(ty, PADDED, cuda.blockDim.y):
        for i in range(tx, PADDED, cuda.blockDim.x):
            sx = min(max(x0 + i, 0), width - 1)
            sy = min(max(y0 + j, 0), height - 1)
            tile[j, i] = image[sy, sx]
    cuda.syncthreads()
    if x < width and y < height:
        total = 0.0
        for j in range(5):
            line = 0.0
            for i in range(5):
                line += WEIGHTS[i] * tile[ty + j, tx + i]
            total += WEIGHTS[j] * line
        out[y, x] = total / 256


@cuda.jit
def median3(image, out):
    i, j = cuda.grid(2)
    h, w = image.shape
    if not (i < h and j < w):
        return
    window = cuda.local.array(9, uint8)
    n = 0
    for a in range(max(i - 1, 0), min(i + 2, h)):
        for b in range(max(j - 1, 0), min(j + 2, w)):
            v = image[a, b]
            k = n
            while k > 0 and window[k - 1] > v:
                window[k] = window[k - 1]
                k -= 1
            window[k] = v
            n += 1
    out[i, j] = window[n // 2]


@cuda.jit(device=True)
def gauss(d, sigma):
    return math.exp(-(d * d) / (2.0 * sigma * sigma))


@cuda.jit
def bilateral(image, out, sigma_space, sigma_value):
    x, y = cuda.grid(2)
    h, w = image.shape
    if x < w and y < h:
        centre = image[y][x]
        total = weight = 0.0
        for dy in range(-2, 3):
            for dx in range(-2, 3):
                if 0 <= y + dy < h and 0 <= x + dx < w:
                    v = image[y + dy][x + dx]
                    k = gauss(math.sqrt(dx * dx + dy * dy), sigma_space) * gauss(v - centre, sigma=sigma_value)
                    total += k * v
                    weight += k
        out[y][x] = total / weight


@cuda.jit
def resize_bilinear(src, dst):
    x, y = cuda.grid(2)
    if y < dst.shape[0] and x < dst.shape[1]:
        fy = (y + 0.5) * src.shape[0] / dst.shape[0] - 0.5
        fx = (x + 0.5) * src.shape[1] / dst.shape[1] - 0.5
        y0 = int(math.floor(fy))
        x0 = int(math.floor(fx))
        wy = fy - y0
        wx = fx - x0
        y1 = min(y0 + 1, src.shape[0] - 1)
        x1 = min(x0 + 1, src.shape[1] - 1)
        y0 = max(y0, 0)
        x0 = max(x0, 0)
        top = src[y0, x0] * (1 - wx) + src[y0, x1] * wx
        low = src[y1, x0] * (1 - wx) + src[y1, x1] * wx
        dst[y, x] = top * (1 - wy) + low * wy


@cuda.jit(device=True)
def hue_of(r, g, b):
    high = max((r, g, b))
    low = min((r, g, b))
    span = high - low
    if span == 0:
        return 0.0, 0.0, high
    if high == r:
        h = ((g - b) / span) % 6
    elif high == g:
        h = (b - r) / span + 2
    else:
        h = (r - g) / span + 4
    return 60 * h, span / high if high > 0 else 0.0, high


@cuda.jit
def rgb_to_hsv(pixels, out):
    i = cuda.grid(1)
    if i < len(pixels):
        p = pixels[i]
        out[i, 0:3] = hue_of(p[0], p[1], p[2])


@cuda.jit
def opening(image, scratch, out, phase):
    """Grey erosion (phase 0), then dilation, by a cross."""
    y, x = cuda.grid(2)
    h, w = image.shape
    if y < h and x < w:
        source = scratch if phase else image
        v = source[y, x]
        for d in (-1, 1):
            a = source[min(max(y + d, 0), h - 1), x]
            b = source[y, min(max(x + d, 0), w - 1)]
            v = max(v, a, b) if phase else min((v, a, b))
        if phase:
            out[y, x] = v
        else:
            scratch[y, x] = v


@cuda.jit
def rotate_and_mirror(image, out):
    """Half a turn through reversed views, mirrored in the second plane."""
    i = cuda.grid(1)
    if i < image.shape[0]:
        turned = image[::-1, ::-1]
        row = turned[i]
        for j in range(row.size):
            out[0, i, j] = row[j]
            out[1, i, j] = image[i, -1 - j]


@cuda.jit
def quantise(image, levels, out, changed):
    i = cuda.grid(1)
    stride = cuda.gridsize(1)
    flat = image.ravel()
    target = out.ravel()
    for k in range(i, flat.size, stride):
        v = flat[k]
        q = v // levels * levels
        if q != v:
            cuda.atomic.add(changed, 0, 1)
        target[k] = np.uint8(q)
