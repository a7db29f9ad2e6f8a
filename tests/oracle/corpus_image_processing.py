"""References for tests/exec/corpus/image_processing.py."""
import colorsys

from expectations import *

corpus = Corpus("image_processing")
rng = seeded(1)

rgb = rng.randint(0, 256, (13, 21, 3)).astype(np.uint8)
luma = np.rint(np.floor((rgb.astype(np.int64) @ np.array([299, 587, 114]) + 500) / 1000))
corpus.check("gray", (3, 2), (8, 8), (rgb, np.zeros((13, 21), np.uint8)), {1: luma})

image = rng.rand(20, 18).astype(np.float32)
wide = image.astype(np.float64)
smooth, slope = np.array([1, 2, 1.0]), np.array([-1, 0, 1.0])
edges = np.zeros((20, 18))
for r in range(1, 19):
    for c in range(1, 17):
        patch = wide[r - 1:r + 2, c - 1:c + 2]
        edges[r, c] = np.sqrt((smooth @ patch @ slope) ** 2 + (slope @ patch @ smooth) ** 2)
corpus.check("sobel", (3, 3), (8, 8), (image, np.zeros_like(image)), {1: edges}, tolerance=1e-6)

padded = np.pad(wide, 2, mode="edge")
taps = np.outer([1, 4, 6, 4, 1], [1, 4, 6, 4, 1]) / 256
blurred = np.array([[np.sum(padded[r:r + 5, c:c + 5] * taps) for c in range(18)] for r in range(20)])
corpus.check("binomial_blur", (3, 3), (8, 8), (image, np.zeros_like(image)), {1: blurred}, tolerance=1e-6)

grey = rng.randint(0, 256, (17, 12)).astype(np.uint8)
middle = np.zeros_like(grey)
for r in range(17):
    for c in range(12):
        patch = np.sort(grey[max(r - 1, 0):r + 2, max(c - 1, 0):c + 2], axis=None)
        middle[r, c] = patch[patch.size // 2]
corpus.check("median3", (5, 3), (4, 4), (grey, np.zeros_like(grey)), {1: middle})

edge_keeping = np.zeros((20, 18))
for r in range(20):
    for c in range(18):
        rows, cols = np.mgrid[max(r - 2, 0):min(r + 3, 20), max(c - 2, 0):min(c + 3, 18)]
        v = wide[rows, cols]
        k = np.exp(-((rows - r) ** 2 + (cols - c) ** 2) / 4.5) * np.exp(-(v - wide[r, c]) ** 2 / 0.08)
        edge_keeping[r, c] = np.sum(k * v) / np.sum(k)
corpus.check("bilateral", (3, 3), (8, 8), (image, np.zeros_like(image), 1.5, 0.2), {1: edge_keeping}, tolerance=1e-6)


def interpolate(src, rows, cols):
    at_r = np.clip((np.arange(rows) + 0.5) * src.shape[0] / rows - 0.5, 0, src.shape[0] - 1)
    at_c = np.clip((np.arange(cols) + 0.5) * src.shape[1] / cols - 0.5, 0, src.shape[1] - 1)
    across = np.array([np.interp(at_c, np.arange(src.shape[1]), line) for line in src])
    return np.array([np.interp(at_r, np.arange(src.shape[0]), line) for line in across.T]).T


corpus.check("resize_bilinear", (4, 4), (8, 8), (image, np.zeros((29, 31), np.float32)),
             {1: interpolate(wide, 29, 31)}, tolerance=1e-6)

pixels = rng.rand(50, 3)
pixels[3] = 0.25
pixels[4] = 0
hsv = np.array([colorsys.rgb_to_hsv(*p) for p in pixels]) * [360, 1, 1]
corpus.check("rgb_to_hsv", 2, 32, (pixels, np.zeros((50, 3))), {1: hsv}, tolerance=1e-12)

cross = [(0, 0), (-1, 0), (1, 0), (0, -1), (0, 1)]


def through_cross(a, pick):
    p = np.pad(a, 1, mode="edge")
    return pick([p[1 + dy:1 + dy + a.shape[0], 1 + dx:1 + dx + a.shape[1]] for dy, dx in cross], axis=0)


eroded = through_cross(grey, np.min)
corpus.check("opening", (3, 2), (8, 8), (grey, np.zeros_like(grey), np.zeros_like(grey), 0), {1: eroded}, variant="erode")
corpus.check("opening", (3, 2), (8, 8), (grey, eroded, np.zeros_like(grey), 1),
             {2: through_cross(eroded, np.max)}, variant="dilate")
corpus.check("rotate_and_mirror", 1, 32, (image, np.zeros((2, 20, 18), np.float32)),
             {1: [np.rot90(image, 2), np.fliplr(image)]})
steps = grey - grey % 48
corpus.check("quantise", 2, 16, (grey, 48, np.zeros_like(grey), np.zeros(1, np.int64)),
             {2: steps, 3: [np.count_nonzero(steps != grey)]})
corpus.write()
