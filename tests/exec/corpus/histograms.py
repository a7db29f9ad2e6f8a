"""Histograms, pair counts and statistics per bin."""
import math

import numpy as np
from numba import cuda, float32, int32, uint64

BINS = 32


@cuda.jit
def histogram_private(values, low, high, counts):
    """A copy a block in shared memory, added up at the end."""
    local = cuda.shared.array(BINS, int32)
    t = cuda.threadIdx.x
    for b in range(t, BINS, cuda.blockDim.x):
        local[b] = 0
    cuda.syncthreads()
    width = (high - low) / BINS
    for i in range(cuda.grid(1), values.size, cuda.gridsize(1)):
        v = values[i]
        if low <= v < high:
            cuda.atomic.add(local, int((v - low) / width), 1)
    cuda.syncthreads()
    for b in range(t, BINS, cuda.blockDim.x):
        cuda.atomic.add(counts, b, local[b])


@cuda.jit
def histogram_2d(x, y, counts):
    i = cuda.grid(1)
    if i < x.shape[0]:
        cuda.atomic.add(counts, (y[i], x[i]), np.uint32(1))


@cuda.jit
def pair_counts(points, edges, counts):
    """Separations by squared edges, from the far end; pairs once."""
    i = cuda.grid(1)
    n = points.shape[0]
    if i >= n:
        return
    for j in range(i + 1, n):
        dx, dy, dz = points[i, 0] - points[j, 0], points[i, 1] - points[j, 1], points[i, 2] - points[j, 2]
        r2 = dx * dx + dy * dy + dz * dz
        for k in range(edges.size - 2, -1, -1):
            if r2 >= edges[k] * edges[k]:
                if r2 < edges[k + 1] ** 2:
                    cuda.atomic.add(counts, k, 1)
                break


@cuda.jit
def periodic_pairs(x1, y1, w1, x2, y2, w2, box, r_max, out):
    """Weighted pairs of two catalogues in a periodic square."""
    start = cuda.grid(1)
    stride = cuda.gridsize(1)
    bins = len(out)
    for i in range(start, x1.shape[0], stride):
        px, py, pw = x1[i], y1[i], w1[i]
        for j in range(x2.shape[0]):
            dx = abs(px - x2[j])
            dy = abs(py - y2[j])
            dx = min(dx, box - dx)
            dy = min(dy, box - dy)
            r = math.sqrt(dx * dx + dy * dy)
            if r < r_max:
                cuda.atomic.add(out, int(r / r_max * bins), pw * w2[j])


@cuda.jit
def mean_by_bin(keys, values, sums, counts):
    """A block owns a bin: no atomics, a tree of partial sums."""
    s = cuda.shared.array(64, np.float64)
    c = cuda.shared.array(64, np.int64)
    t = cuda.threadIdx.x
    b = cuda.blockIdx.x
    s[t] = 0
    c[t] = 0
    for i in range(t, keys.size, cuda.blockDim.x):
        if keys[i] == b:
            s[t] += values[i]
            c[t] += 1
    half = cuda.blockDim.x // 2
    while half > 0:
        cuda.syncthreads()
        if t < half:
            s[t] += s[t + half]
            c[t] += c[t + half]
        half //= 2
    if t == 0:
        counts[b] = c[0]
        sums[b] = s[0] / c[0] if c[0] else np.nan


@cuda.jit
def equalise(image, cumulative, out):
    y, x = cuda.grid(2)
    if y < image.shape[0] and x < image.shape[1]:
        lowest = 0
        for c in cumulative:
            if c:
                lowest = c
                break
        total = cumulative[-1]
        v = cumulative[image[y, x]]
        out[y, x] = round((v - lowest) / (total - lowest) * 255)


@cuda.jit
def extremes(values, result):
    """Least and greatest, by atomics on floats."""
    i = cuda.grid(1)
    if i < values.size:
        cuda.atomic.min(result, 0, values[i])
        cuda.atomic.max(result, 1, values[i])


@cuda.jit
def angular_bins(events, edges, counts):
    """Binary search of the bin; the last edge belongs to the last bin."""
    i = cuda.grid(1)
    if i < len(events):
        phi = math.degrees(math.atan2(events[i][1], events[i][0])) % 360
        lo, hi = 0, edges.shape[0] - 1
        while hi - lo > 1:
            middle = (lo + hi) // 2
            if phi >= edges[middle]:
                lo = middle
            else:
                hi = middle
        cuda.atomic.add(counts[lo:], 0, 1)
