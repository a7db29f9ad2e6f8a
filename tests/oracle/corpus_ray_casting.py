"""References for tests/exec/corpus/ray_casting.py."""
from expectations import *

corpus = Corpus("ray_casting")
rng = seeded(15)

spheres = np.array([[0, 0, 1, 1.0], [0.8, 0.9, -0.5, 0.4], [-1, -0.3, 0.2, 0.6]])
light = np.array([3.0, 5, -4])


def unit(v):
    return v / np.linalg.norm(v)


def reach(o, d, s):
    roots = np.roots([1, 2 * np.dot(o - s[:3], d), np.dot(o - s[:3], o - s[:3]) - s[3] ** 2])
    ahead = [t.real for t in roots if abs(t.imag) < 1e-14 and t.real >= 1e-6]
    return min(ahead, default=np.inf)


picture = np.full((15, 17), 0.1)
eye = np.array([0, 0, -4.0])
for y in range(15):
    for x in range(17):
        d = unit(np.array([(x + 0.5) / 17 * 2 - 1, 1 - (y + 0.5) / 15 * 2, 2]))
        hits = [reach(eye, d, s) for s in spheres]
        k = int(np.argmin(hits))
        if np.isfinite(hits[k]):
            p = eye + hits[k] * d
            towards = unit(light - p)
            lit = max(0, np.dot((p - spheres[k, :3]) / spheres[k, 3], towards))
            if any(np.isfinite(reach(p, towards, s)) for m, s in enumerate(spheres) if m != k):
                lit = 0
            picture[y, x] = 0.2 + 0.8 * lit
corpus.check("render_spheres", (3, 2), (8, 8), (spheres, light, np.zeros((15, 17))), {2: picture}, tolerance=1e-9)

counts = np.zeros((12, 16), np.int32)
for y in range(12):
    for x in range(16):
        z = complex(3 * x / 16 - 1.5, 3 * y / 12 - 1.5)
        for _ in range(50):
            if abs(z) > 2:
                break
            counts[y, x] += 1
            z = z ** 2 + complex(-0.4, 0.6)
corpus.check("julia", (2, 2), (8, 8), (np.zeros((12, 16), np.int32), complex(-0.4, 0.6), 50), {0: counts})

origins, directions = rng.randn(20, 3) * 2, rng.randn(20, 3)
directions[4] = [1, 0, 0]
directions[5] = [0, -1, 0]
origins[4] = [-5, 0.5, 0.5]
boxes = np.sort(rng.randn(7, 2, 3), axis=1)
boxes[0] = [[0, 0, 0], [1, 1, 1]]
hits = np.zeros((20, 7), np.bool_)
for r in range(20):
    for b in range(7):
        lo, hi = 0, np.inf
        for axis in range(3):
            o, d = origins[r, axis], directions[r, axis]
            if d == 0:
                if not boxes[b, 0, axis] <= o <= boxes[b, 1, axis]:
                    hi = -1
            else:
                t = sorted((boxes[b, :, axis] - o) / d)
                lo, hi = max(lo, t[0]), min(hi, t[1])
        hits[r, b] = lo <= hi
corpus.check("slab_test", (5, 2), (4, 4), (origins, directions, boxes, np.zeros((20, 7), np.bool_)), {3: hits})

v, u = (np.mgrid[:11, :12] + 0.5) / np.array([11, 12])[:, None, None] * 2 - 1
inside = 0.81 - u ** 2 - v ** 2
corpus.check("march_sphere", (2, 2), (8, 8), (np.zeros((11, 12)), 0.9),
             {0: np.where(inside > 0, 2 - np.sqrt(np.maximum(inside, 0)), -1)}, tolerance=1e-6)


def ring(u, v):
    # The torus cut by a line along z: roots of its quartic.
    size, tube = 0.6, 0.15
    z2 = np.poly1d([1, 0, u * u])
    k = z2 + v * v + size ** 2 - tube ** 2
    roots = (k * k - 4 * size ** 2 * z2).roots
    real = [r.real for r in roots if abs(r.imag) < 1e-9]
    return 2 + min(real) if real else -1


corpus.check("march_torus", (2, 2), (8, 8), (np.zeros((11, 12)), 0.6),
             {0: [[ring(u[y, x], v[y, x]) for x in range(12)] for y in range(11)]}, tolerance=1e-6)

origins = np.column_stack([rng.rand(25, 2) * 2, np.full(25, -1.0)])
directions = np.column_stack([rng.randn(25, 2) * 0.3, np.ones(25)])
corners = rng.rand(9, 3, 3) * 2
distance, which = np.full(25, np.inf), np.full(25, -1)
for r in range(25):
    for t in range(9):
        a, b, c = corners[t]
        s, u, v = np.linalg.solve(np.column_stack([-directions[r], b - a, c - a]), origins[r] - a)
        if u >= 0 and v >= 0 and u + v <= 1 and 0 < s < distance[r]:
            distance[r], which[r] = s, t
corpus.check("triangles", 1, 32, (origins, directions, corners, np.zeros(25), np.zeros(25, np.int32)),
             {3: distance, 4: which}, tolerance=1e-9)

volume = (rng.rand(14, 14) < 0.08).astype(np.uint8)
starts, slopes = rng.rand(20, 2) * 14, rng.randn(20, 2)
found = np.full((20, 3), -1, np.int32)
for r in range(20):
    p, d = starts[r], slopes[r]
    cuts = sorted([0.0] + [t for axis in (0, 1) for t in (np.arange(15) - p[axis]) / d[axis] if t > 0])
    cells = [tuple(np.floor(p + d * (a + b) / 2).astype(int)) for a, b in zip(cuts, cuts[1:])]
    cells = [c for c in cells if 0 <= min(c) and max(c) < 14]
    solid = [k for k, c in enumerate(cells) if volume[c]]
    found[r] = [*cells[solid[0]], solid[0]] if solid else [-1, -1, len(cells)]
corpus.check("first_solid", 1, 32, (volume, starts, slopes, np.zeros((20, 3), np.int32)), {3: found})
corpus.write()
