"""Projection and reconstruction of slices."""
import math

import numpy as np
from numba import cuda, float32


@cuda.jit(device=True)
def sample(image, y, x):
    """Bilinear, zero outside."""
    y0 = int(math.floor(y))
    x0 = int(math.floor(x))
    fy, fx = y - y0, x - x0
    value = 0.0
    for dy in range(2):
        for dx in range(2):
            if 0 <= y0 + dy < image.shape[0] and 0 <= x0 + dx < image.shape[1]:
                w = (fy if dy else 1 - fy) * (fx if dx else 1 - fx)
                value += w * image[y0 + dy, x0 + dx]
    return value


@cuda.jit
def project(image, angles, sinogram, step):
    """Parallel rays, equal steps along each."""
    a, d = cuda.grid(2)
    if a >= sinogram.shape[0] or d >= sinogram.shape[1]:
        return
    n = image.shape[0]
    half = (n - 1) / 2
    c, s = math.cos(angles[a]), math.sin(angles[a])
    offset = d - (sinogram.shape[1] - 1) / 2
    total = 0
    steps = int(math.ceil(2 * half / step)) + 1
    for k in range(steps):
        t = k * step - half
        total += sample(image, half + offset * s + t * c, half + offset * c - t * s)
    sinogram[a, d] = total * step


@cuda.jit
def back_project(sinogram, cosines, sines, image):
    """Linear interpolation on the detector, a pixel a thread."""
    x, y = cuda.grid(2)
    n = image.shape[0]
    if x < n and y < n:
        px = x - (n - 1) / 2.
        py = y - (n - 1) / 2.
        acc = 0.0
        last = sinogram.shape[1] - 1
        for a in range(len(cosines)):
            t = px * cosines[a] + py * sines[a] + last / 2.
            k = int(math.floor(t))
            if 0 <= k < last:
                w = t - k
                acc += (1 - w) * sinogram[a, k] + w * sinogram[a, k + 1]
        image[y, x] = acc * math.pi / len(cosines)


@cuda.jit
def ramp_filter(sinogram, out):
    """The band-limited kernel of Ramachandran and Lakshminarayanan, by convolution of rows in shared memory."""
    row = cuda.shared.array(64, float32)
    a = cuda.blockIdx.x
    for i in range(cuda.threadIdx.x, sinogram.shape[1], cuda.blockDim.x):
        row[i] = sinogram[a, i]
    cuda.syncthreads()
    for i in range(cuda.threadIdx.x, sinogram.shape[1], cuda.blockDim.x):
        acc = row[i] * 0.25
        for j in range((i + 1) % 2, sinogram.shape[1], 2):
            k = i - j
            acc -= row[j] / (math.pi * k) ** 2
        out[a, i] = acc


@cuda.jit
def siddon_lengths(starts, ends, lengths):
    """The length of each ray in each cell of a unit grid."""
    r = cuda.grid(1)
    if r >= starts.shape[0]:
        return
    ny, nx = lengths.shape[1:]
    x0, y0 = starts[r]
    x1, y1 = ends[r]
    dx, dy = x1 - x0, y1 - y0
    ray = math.sqrt(dx * dx + dy * dy)
    t = 0.0
    while t < 1.0:
        x = x0 + t * dx
        y = y0 + t * dy
        # The next line of the grid in each direction; a hair on, so as not to stay on a corner.
        e = 1e-9
        tx = ((math.floor(x + e) + 1 - x0) / dx if dx > 0 else (math.ceil(x - e) - 1 - x0) / dx) if dx != 0 else 2.0
        ty = ((math.floor(y + e) + 1 - y0) / dy if dy > 0 else (math.ceil(y - e) - 1 - y0) / dy) if dy != 0 else 2.0
        following = min(tx, ty, 1.0)
        mx = x0 + 0.5 * (t + following) * dx
        my = y0 + 0.5 * (t + following) * dy
        if 0 <= mx < nx and 0 <= my < ny:
            lengths[r, int(my), int(mx)] += (following - t) * ray
        t = following


@cuda.jit
def sirt_update(volume, correction, row_sums, relaxation, nonnegative=True):
    i, j = cuda.grid(2)
    if i < volume.shape[0] and j < volume.shape[1]:
        v = volume[i, j]
        if row_sums[i, j]:
            v += relaxation * correction[i, j] / row_sums[i, j]
        volume[i, j] = max(v, 0) if nonnegative else v


@cuda.jit
def cone_weights(projections, distance, pitch):
    """Three-dimensional grid: angle, row, column; weights in place."""
    a, v, u = cuda.grid(3)
    if a < projections.shape[0] and v < projections.shape[1] and u < projections.shape[2]:
        y = (v - (projections.shape[1] - 1) * 0.5) * pitch
        x = (u - (projections.shape[2] - 1) * 0.5) * pitch
        projections[a, v, u] *= distance / math.sqrt(distance ** 2 + x ** 2 + y ** 2)


@cuda.jit
def log_transform(raw, dark, flat, out):
    """Counts to attenuation; dead pixels take the mean of their neighbours in the row."""
    row, col = cuda.grid(2)
    if row < raw.shape[0] and col < raw.shape[1]:
        open_beam = flat[col] - dark[col]
        if open_beam <= 0:
            left, right = max(col - 1, 0), min(col + 1, raw.shape[1] - 1)
            count = 0.5 * (raw[row, left] - dark[left]) + 0.5 * (raw[row, right] - dark[right])
            open_beam = 0.5 * (flat[left] - dark[left]) + 0.5 * (flat[right] - dark[right])
        else:
            count = float(raw[row, col]) - dark[col]
        out[row, col] = -math.log(max(count, 1) / open_beam)
