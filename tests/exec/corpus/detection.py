"""Boxes, overlaps and points of object detection."""
import math

import numpy as np
from numba import cuda, float32, float64, int32, uint64

PER_BLOCK = 64


@cuda.jit(device=True)
def box_iou(a, b):
    width = max(min(a[2], b[2]) - max(a[0], b[0]), 0.)
    height = max(min(a[3], b[3]) - max(a[1], b[1]), 0.)
    overlap = width * height
    sa = (a[2] - a[0]) * (a[3] - a[1])
    sb = (b[2] - b[0]) * (b[3] - b[1])
    return overlap / (sa + sb - overlap)


@cuda.jit
def iou_matrix(boxes, queries, out):
    i, k = cuda.grid(2)
    if i < boxes.shape[0] and k < queries.shape[0]:
        out[i, k] = box_iou(boxes[i], queries[k])


@cuda.jit('void(int64, float32, float32[:, :], uint64[:])')
def nms_masks(n, threshold, boxes, masks):
    """A bit for each later box that overlaps too much; boxes of a column of blocks in shared memory."""
    block_boxes = cuda.shared.array(shape=(PER_BLOCK * 4,), dtype=float32)
    t = cuda.threadIdx.x
    row_start = cuda.blockIdx.x
    col_start = cuda.blockIdx.y
    col_size = min(n - col_start * PER_BLOCK, PER_BLOCK)
    if t < col_size:
        for k in range(4):
            block_boxes[t * 4 + k] = boxes[col_start * PER_BLOCK + t, k]
    cuda.syncthreads()
    i = row_start * PER_BLOCK + t
    if i < n:
        bits = uint64(0)
        for j in range(col_size):
            if col_start * PER_BLOCK + j > i:
                if box_iou(boxes[i], block_boxes[j * 4:j * 4 + 4]) > threshold:
                    bits |= uint64(1) << uint64(j)
        masks[i * cuda.gridDim.y + col_start] = bits


@cuda.jit
def nms_select(masks, n, keep, count):
    """The sequential part, in one thread with the removed set in a local array."""
    if cuda.grid(1) == 0:
        removed = cuda.local.array(8, uint64)
        words = (n + 63) // 64
        for w in range(words):
            removed[w] = 0
        kept = 0
        for i in range(n):
            if not removed[i // 64] >> uint64(i % 64) & uint64(1):
                keep[kept] = i
                kept += 1
                for w in range(words):
                    removed[w] |= masks[i, w]
        count[0] = kept


@cuda.jit
def points_in_polygons(points, polygons, out):
    p, g = cuda.grid(2)
    if p < points.shape[0] and g < polygons.shape[0]:
        x, y = points[p, 0], points[p, 1]
        inside = False
        j = polygons.shape[1] - 1
        for i in range(polygons.shape[1]):
            xi, yi = polygons[g, i]
            xj, yj = polygons[g, j]
            if (yi > y) != (yj > y) and x < (xj - xi) * (y - yi) / (yj - yi) + xi:
                inside = not inside
            j = i
        out[p, g] = inside


@cuda.jit(device=True)
def clip(corners, count, x0, y0, x1, y1, scratch):
    """The part of a polygon left of the line; returns its number of corners."""
    kept = 0
    for i in range(count):
        ax, ay = corners[2 * i], corners[2 * i + 1]
        k = (i + 1) % count
        bx, by = corners[2 * k], corners[2 * k + 1]
        da = (x1 - x0) * (ay - y0) - (y1 - y0) * (ax - x0)
        db = (x1 - x0) * (by - y0) - (y1 - y0) * (bx - x0)
        if da >= 0:
            scratch[2 * kept] = ax
            scratch[2 * kept + 1] = ay
            kept += 1
        if (da >= 0) != (db >= 0):
            w = da / (da - db)
            scratch[2 * kept] = ax + w * (bx - ax)
            scratch[2 * kept + 1] = ay + w * (by - ay)
            kept += 1
    for i in range(2 * kept):
        corners[i] = scratch[i]
    return kept


@cuda.jit(device=True)
def corners_of(box, corners):
    c, s = math.cos(box[4]), math.sin(box[4])
    for k in range(4):
        u = (0.5 if k == 1 or k == 2 else -0.5) * box[2]
        v = (0.5 if k >= 2 else -0.5) * box[3]
        corners[2 * k] = box[0] + u * c - v * s
        corners[2 * k + 1] = box[1] + u * s + v * c


@cuda.jit
def rotated_overlap(a, b, area):
    i, j = cuda.grid(2)
    if i >= a.shape[0] or j >= b.shape[0]:
        return
    polygon = cuda.local.array((20,), dtype=float64)
    other = cuda.local.array((8,), dtype=float64)
    scratch = cuda.local.array((20,), dtype=float64)
    corners_of(a[i, :], polygon)
    corners_of(b[j, :], other)
    count = 4
    for k in range(4):
        m = (k + 1) % 4
        count = clip(polygon, count, other[2 * k], other[2 * k + 1], other[2 * m], other[2 * m + 1], scratch)
        if count == 0:
            break
    doubled = 0.0
    for k in range(count):
        m = (k + 1) % count
        doubled += polygon[2 * k] * polygon[2 * m + 1] - polygon[2 * m] * polygon[2 * k + 1]
    area[i, j] = abs(doubled) / 2


@cuda.jit
def decode_boxes(deltas, anchors, size, out, valid):
    i = cuda.grid(1)
    if i < anchors.shape[0]:
        x0, y0, x1, y1 = anchors[i]
        dx, dy, dw, dh = deltas[i]
        w, h = x1 - x0, y1 - y0
        cx = x0 + w / 2 + dx * w
        cy = y0 + h / 2 + dy * h
        w *= math.exp(min(dw, 4.0))
        h *= math.exp(min(dh, 4.0))
        out[i, 0] = min(max(cx - w / 2, 0), size[1])
        out[i, 1] = min(max(cy - h / 2, 0), size[0])
        out[i, 2] = min(max(cx + w / 2, 0), size[1])
        out[i, 3] = min(max(cy + h / 2, 0), size[0])
        valid[i] = out[i, 2] - out[i, 0] > 2 and out[i, 3] - out[i, 1] > 2


@cuda.jit
def voxel_counts(points, low, voxel, counts):
    i = cuda.grid(1)
    if i < points.shape[0]:
        where = cuda.local.array(3, int32)
        for k in range(3):
            where[k] = int(math.floor((points[i, k] - low[k]) / voxel[k]))
            if where[k] < 0 or where[k] >= counts.shape[k]:
                return
        cuda.atomic.add(counts, (where[0], where[1], where[2]), 1)


@cuda.jit
def match_anchors(overlaps, labels, best_of_object):
    """The best object of each anchor, and by a packed maximum the best anchor of each object."""
    a = cuda.grid(1)
    if a < overlaps.shape[0]:
        best, at = float32(0), -1
        for g in range(overlaps.shape[1]):
            v = overlaps[a, g]
            if v > best:
                best, at = v, g
            code = int(v * 1000) << 16 | (0xffff - a)
            cuda.atomic.max(best_of_object, g, code)
        labels[a] = at if best >= 0.5 else (-1 if best < 0.3 else -2)
