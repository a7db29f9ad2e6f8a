"""References for tests/exec/corpus/tomography.py."""
from expectations import *

corpus = Corpus("tomography")
rng = seeded(11)

image = rng.rand(14, 14)
padded = np.pad(image, 12)


def at(y, x):
    y, x = y + 12, x + 12
    r, c = np.floor(y).astype(int), np.floor(x).astype(int)
    fy, fx = y - r, x - c
    return ((1 - fy) * ((1 - fx) * padded[r, c] + fx * padded[r, c + 1]) +
            fy * ((1 - fx) * padded[r + 1, c] + fx * padded[r + 1, c + 1]))


angles = np.array([0.1, 0.7, 1.3, 2.2, 2.9])
offsets = np.arange(17) - 8.0
t = np.arange(27) * 0.5 - 6.5
sinogram = np.zeros((5, 17))
for i, angle in enumerate(angles):
    y = 6.5 + np.outer(offsets, np.full(27, np.sin(angle))) + t * np.cos(angle)
    x = 6.5 + np.outer(offsets, np.full(27, np.cos(angle))) - t * np.sin(angle)
    sinogram[i] = at(y, x).sum(axis=1) * 0.5
corpus.check("project", (2, 5), (4, 4), (image, angles, np.zeros((5, 17)), 0.5), {2: sinogram}, tolerance=1e-11)

back = np.zeros((12, 12))
yy, xx = np.mgrid[:12, :12] - 5.5
for i, angle in enumerate(angles):
    back += np.interp(xx * np.cos(angle) + yy * np.sin(angle), offsets, sinogram[i], left=0, right=0)
corpus.check("back_project", (2, 2), (8, 8), (sinogram, np.cos(angles), np.sin(angles), np.zeros((12, 12))),
             {3: back * np.pi / 5}, tolerance=1e-11)

rows = rng.rand(4, 33).astype(np.float32)
k = np.arange(-32, 33)
with np.errstate(divide="ignore"):
    taps = np.where(k % 2 == 1, -1 / (np.pi * k) ** 2, 0.0)
taps[32] = 0.25
ramp = np.array([np.convolve(r.astype(np.float64), taps)[32:65] for r in rows])
corpus.check("ramp_filter", 4, 16, (rows, np.zeros((4, 33))), {1: ramp}, tolerance=1e-6)

starts, ends = rng.rand(12, 2) * [1, 6] + [-1.5, -0.4], rng.rand(12, 2) * [1, 6] + [6.3, -0.4]
ends[3, 1] = starts[3, 1]
lengths = np.zeros((12, 5, 6))
for r in range(12):
    d = ends[r] - starts[r]
    cuts = {0.0, 1.0}
    for axis, cells in ((0, 6), (1, 5)):
        if d[axis]:
            cuts |= {v for v in (np.arange(cells + 1) - starts[r, axis]) / d[axis] if 0 < v < 1}
    cuts = sorted(cuts)
    for lo, hi in zip(cuts, cuts[1:]):
        x, y = starts[r] + d * (lo + hi) / 2
        if 0 <= x < 6 and 0 <= y < 5:
            lengths[r, int(y), int(x)] += (hi - lo) * np.linalg.norm(d)
corpus.check("siddon_lengths", 1, 32, (starts, ends, np.zeros((12, 5, 6))), {2: lengths}, tolerance=1e-7)

volume, correction, weights = rng.rand(9, 10), rng.randn(9, 10), rng.rand(9, 10) * (rng.rand(9, 10) > 0.2)
step = np.divide(correction, weights, out=np.zeros((9, 10)), where=weights > 0)
corpus.check("sirt_update", (3, 3), (4, 4), (volume, correction, weights, 0.3, True),
             {0: np.maximum(volume + 0.3 * step, 0)}, tolerance=1e-12)

stack = rng.rand(3, 5, 6).astype(np.float32)
v, u = np.mgrid[:5, :6]
weight = 50 / np.sqrt(50 ** 2 + ((v - 2) * 1.5) ** 2 + ((u - 2.5) * 1.5) ** 2)
corpus.check("cone_weights", (2, 2, 2), (2, 4, 4), (stack, 50.0, 1.5), {0: stack * weight}, tolerance=1e-6)

dark = rng.randint(5, 20, 12).astype(np.uint16)
flat = rng.randint(900, 1100, 12).astype(np.uint16)
raw = rng.randint(100, 900, (6, 12)).astype(np.uint16)
flat[5] = dark[5]
signal, beam = raw.astype(float) - dark, flat.astype(float) - dark
signal[:, 5], beam[5] = (signal[:, 4] + signal[:, 6]) / 2, (beam[4] + beam[6]) / 2
corpus.check("log_transform", (1, 2), (8, 8), (raw, dark, flat, np.zeros((6, 12))),
             {3: -np.log(np.maximum(signal, 1) / beam)}, tolerance=1e-13)
corpus.write()
