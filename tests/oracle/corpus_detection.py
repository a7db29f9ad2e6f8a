"""References for tests/exec/corpus/detection.py."""
from expectations import *

corpus = Corpus("detection")
rng = seeded(17)


def some_boxes(n, side=20, dtype=np.float32):
    corner = rng.rand(n, 2) * side
    return np.hstack([corner, corner + rng.rand(n, 2) * 8 + 1]).astype(dtype)


def iou(a, b):
    a, b = a[:, None].astype(np.float64), b[None].astype(np.float64)
    shared = np.prod(np.clip(np.minimum(a[..., 2:], b[..., 2:]) - np.maximum(a[..., :2], b[..., :2]), 0, None), axis=-1)
    return shared / (np.prod(a[..., 2:] - a[..., :2], -1) + np.prod(b[..., 2:] - b[..., :2], -1) - shared)


a, b = some_boxes(19), some_boxes(11)
corpus.check("iou_matrix", (3, 2), (8, 8), (a, b, np.zeros((19, 11), np.float32)), {2: iou(a, b)}, tolerance=1e-5)

boxes = some_boxes(90, 12)
over = np.triu(iou(boxes, boxes) > 0.4, 1)
masks = [[sum(1 << j for j in range(64) if w * 64 + j < 90 and over[i, w * 64 + j]) for w in range(2)] for i in range(90)]
masks = np.array(masks, np.uint64)
corpus.check("nms_masks", (2, 2), 64, (90, np.float32(0.4), boxes, np.zeros(180, np.uint64)), {3: masks.ravel()})
kept = []
for i in range(90):
    if not any(over[k, i] for k in kept):
        kept.append(i)
corpus.check("nms_select", 1, 32, (masks, 90, np.zeros(90, np.int32), np.zeros(1, np.int32)),
             {2: kept + [0] * (90 - len(kept)), 3: [len(kept)]})

points = rng.rand(50, 2)
angles = np.sort(rng.rand(4, 7) * 2 * np.pi, axis=1)
polygons = 0.5 + 0.4 * np.stack([np.cos(angles), np.sin(angles)], 2)
inside = np.zeros((50, 4), np.bool_)
for g in range(4):
    # Corners on a circle in order: convex, so a point is inside when it is left of every side.
    p, q = polygons[g], np.roll(polygons[g], -1, axis=0)
    side = (q - p)[:, None]
    to = points[None] - p[:, None]
    inside[:, g] = np.all(side[..., 0] * to[..., 1] - side[..., 1] * to[..., 0] > 0, axis=0)
corpus.check("points_in_polygons", (7, 1), (8, 4), (points, polygons, np.zeros((50, 4), np.bool_)), {2: inside})


def overlap_area(p, q):
    # Corners of each inside the other, and crossings of sides, sorted by angle around their mean.
    def corners(box):
        turn = np.array([[np.cos(box[4]), -np.sin(box[4])], [np.sin(box[4]), np.cos(box[4])]])
        return box[:2] + (np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * box[2:4] / 2) @ turn.T

    def holds(box, point):
        d = point - box[:2]
        u = d[0] * np.cos(box[4]) + d[1] * np.sin(box[4])
        v = d[1] * np.cos(box[4]) - d[0] * np.sin(box[4])
        return abs(u) <= box[2] / 2 and abs(v) <= box[3] / 2

    cp, cq = corners(p), corners(q)
    found = [c for c in cp if holds(q, c)] + [c for c in cq if holds(p, c)]
    for i in range(4):
        for j in range(4):
            d, e = cp[(i + 1) % 4] - cp[i], cq[(j + 1) % 4] - cq[j]
            det = d[0] * -e[1] + e[0] * d[1]
            if abs(det) > 1e-12:
                s, t = np.linalg.solve(np.column_stack([d, -e]), cq[j] - cp[i])
                if 0 <= s <= 1 and 0 <= t <= 1:
                    found.append(cp[i] + s * d)
    if len(found) < 3:
        return 0.0
    found = np.array(found)
    around = found - found.mean(axis=0)
    found = found[np.argsort(np.arctan2(around[:, 1], around[:, 0]))]
    nxt = np.roll(found, -1, axis=0)
    return abs(np.sum(found[:, 0] * nxt[:, 1] - found[:, 1] * nxt[:, 0])) / 2


turned = [np.hstack([rng.rand(n, 2) * 4, rng.rand(n, 2) * 3 + 0.5, rng.rand(n, 1) * 3]) for n in (8, 9)]
corpus.check("rotated_overlap", (2, 2), (8, 8), (*turned, np.zeros((8, 9))),
             {2: [[overlap_area(p, q) for q in turned[1]] for p in turned[0]]}, tolerance=1e-10)

anchors, deltas = some_boxes(40, 60, np.float64), rng.randn(40, 4) * 0.7
size = anchors[:, 2:] - anchors[:, :2]
centre = (anchors[:, 2:] + anchors[:, :2]) / 2 + deltas[:, :2] * size
reach = size * np.exp(np.minimum(deltas[:, 2:], 4)) / 2
out = np.clip(np.hstack([centre - reach, centre + reach]), 0, [50, 40, 50, 40])
corpus.check("decode_boxes", 2, 32, (deltas, anchors, (40, 50), np.zeros((40, 4)), np.zeros(40, np.bool_)),
             {3: out, 4: np.all(out[:, 2:] - out[:, :2] > 2, axis=1)}, tolerance=1e-12)

cloud = rng.randn(200, 3)
table = np.histogramdd(cloud, (4, 5, 6), [(-2, 2), (-1, 1.5), (-1.5, 1.5)])[0]
corpus.check("voxel_counts", 4, 64, (cloud, np.array([-2, -1, -1.5]), (1.0, 0.5, 0.5), np.zeros((4, 5, 6), np.int32)),
             {3: table})

overlaps = rng.rand(30, 6).astype(np.float32) * 0.8
top = overlaps.max(axis=1)
labels = np.where(top >= 0.5, overlaps.argmax(axis=1), np.where(top < np.float32(0.3), -1, -2))
codes = (overlaps.astype(np.float64) * 1000).astype(np.int64) << 16 | (0xffff - np.arange(30))[:, None]
corpus.check("match_anchors", 1, 32, (overlaps, np.zeros(30, np.int32), np.zeros(6, np.int64)),
             {1: labels, 2: codes.max(axis=0)})
corpus.write()
