"""References for tests/exec/corpus/histograms.py."""
from expectations import *

corpus = Corpus("histograms")
rng = seeded(12)

values = rng.randn(500)
corpus.check("histogram_private", 3, 48, (values, -2.0, 2.0, np.zeros(32, np.int32)),
             {3: np.histogram(values[values < 2], 32, (-2, 2))[0]})
x, y = rng.randint(0, 7, 200).astype(np.uint8), rng.randint(0, 5, 200).astype(np.int16)
table = np.zeros((5, 7), np.int64)
for a, b in zip(x, y):
    table[b, a] += 1
corpus.check("histogram_2d", 4, 64, (x, y, np.zeros((5, 7), np.uint32)), {2: table})

points = rng.rand(60, 3)
edges = np.array([0, 0.1, 0.2, 0.35, 0.6, 1.0])
apart = np.linalg.norm(points[:, None] - points[None], axis=2)[np.triu_indices(60, 1)]
corpus.check("pair_counts", 2, 32, (points, edges, np.zeros(5, np.int64)), {2: np.histogram(apart, edges)[0]})

x1, y1, w1 = rng.rand(40) * 5, rng.rand(40) * 5, rng.rand(40)
x2, y2, w2 = rng.rand(55) * 5, rng.rand(55) * 5, rng.rand(55)


def nearest(d):
    return d - 5 * np.rint(d / 5)


r = np.hypot(nearest(x1[:, None] - x2), nearest(y1[:, None] - y2))
corpus.check("periodic_pairs", 2, 16, (x1, y1, w1, x2, y2, w2, 5.0, 2.0, np.zeros(8)),
             {8: np.histogram(r, 8, (0, 2), weights=np.outer(w1, w2))[0]}, tolerance=1e-12)

keys, values = rng.randint(0, 5, 130).astype(np.int32), rng.rand(130)
keys[keys == 3] = 2
means = [values[keys == b].mean() if np.any(keys == b) else np.nan for b in range(5)]
corpus.check("mean_by_bin", 5, 64, (keys, values, np.zeros(5), np.zeros(5, np.int64)),
             {2: means, 3: np.bincount(keys, minlength=5)}, tolerance=1e-12)

image = rng.randint(30, 90, (11, 13)).astype(np.uint8)
cumulative = np.cumsum(np.bincount(image.ravel(), minlength=256))
least = cumulative[cumulative > 0][0]
corpus.check("equalise", (2, 2), (8, 8), (image, cumulative, np.zeros((11, 13), np.uint8)),
             {2: np.rint((cumulative[image] - least) / (143 - least) * 255)})
for kind in (np.float32, np.float64):
    numbers = rng.randn(100).astype(kind)
    corpus.check("extremes", 4, 32, (numbers, np.array([0, 0], kind)), {1: [numbers.min(), numbers.max()]},
                 variant=np.dtype(kind).name)
events = rng.randn(150, 2)
edges = np.array([0, 30, 90, 100, 180, 270, 300, 360.0])
corpus.check("angular_bins", 5, 32, (events, edges, np.zeros(7, np.int32)),
             {2: np.histogram(np.rad2deg(np.angle(events[:, 0] + 1j * events[:, 1])) % 360, edges)[0]})
corpus.write()
