"""References for tests/exec/corpus/pde_stencils.py."""
from expectations import *

corpus = Corpus("pde_stencils")
rng = seeded(4)

u = rng.rand(7, 9, 8)
heated = u.copy()
c = u[1:-1, 1:-1, 1:-1]
heated[1:-1, 1:-1, 1:-1] = c + 0.1 * (u[:-2, 1:-1, 1:-1] + u[2:, 1:-1, 1:-1] + u[1:-1, :-2, 1:-1] + u[1:-1, 2:, 1:-1] +
                                      u[1:-1, 1:-1, :-2] + u[1:-1, 1:-1, 2:] - 6 * c)
corpus.check("heat3d", (2, 3, 2), (4, 4, 4), (u, u.copy(), 0.1), {1: heated}, tolerance=1e-13)

before, now = rng.rand(15, 11).astype(np.float32), rng.rand(15, 11).astype(np.float32)
p, q = before.astype(np.float64), now.astype(np.float64)
around = sum(np.roll(q, s, axis) for s in (-1, 1) for axis in (0, 1)) - 4 * q
corpus.check("wave2d", (4, 3), (4, 4), (before, now, np.zeros_like(now), 0.3), {2: 2 * q - p + 0.3 * around},
             tolerance=1e-6)

u, f = rng.rand(12, 14), rng.rand(12, 14)
relaxed = u.copy()
for y in range(1, 11):
    for x in range(1, 13):
        if (x + y) % 2 == 1:
            relaxed[y, x] = (u[y - 1:y + 2:2, x].sum() + u[y, x - 1:x + 2:2].sum() - 0.01 * f[y, x]) / 4
corpus.check("red_black", (2, 2), (8, 8), (u, f, 0.1, 1), {0: relaxed}, tolerance=1e-13)

u, velocity = rng.rand(50), rng.randn(50)
slopes = np.where(velocity > 0, u - np.roll(u, 1), np.roll(u, -1) - u)
corpus.check("upwind", 2, 32, (u, np.zeros(50), velocity, 0.4), {1: u - 0.4 * velocity * slopes}, tolerance=1e-13)

a, b = rng.rand(10, 19).astype(np.float32), rng.rand(10, 19).astype(np.float32)
wa, wb = a.astype(np.float64), b.astype(np.float64)


def laplacian(w):
    return sum(np.roll(w, s, axis) for s in (-1, 1) for axis in (0, 1)) - 4 * w


rate = wa * wb ** 2
corpus.check("gray_scott", (3, 3), (8, 4), (a, b, np.zeros_like(a), np.zeros_like(b), 0.04, 0.06),
             {2: wa + 0.16 * laplacian(wa) - rate + 0.04 * (1 - wa), 3: wb + 0.08 * laplacian(wb) + rate - 0.1 * wb},
             tolerance=1e-6)

n = 16
lower, upper, diagonal = rng.rand(n), rng.rand(n), rng.rand(n) + 3
matrix = np.diag(diagonal) + np.diag(lower[1:], -1) + np.diag(upper[:-1], 1)
rhs = rng.rand(n, 9)
solved = np.linalg.solve(matrix, rhs)
scratch = np.zeros((n, 9))
previous = np.zeros(9)
for i in range(n):
    previous = upper[i] / (diagonal[i] - (lower[i] * previous if i else 0))
    scratch[i] = previous
corpus.check("tridiagonal", 1, 32, (lower, diagonal, upper, rhs, np.zeros((n, 9)), np.zeros((n, 9))),
             {4: scratch, 5: solved}, tolerance=1e-12)

e, h = np.zeros(60), np.zeros(60)
for step in range(80):
    h[:-1] += 0.5 * np.diff(e)
    e[1:] += 0.5 * np.diff(h)
    e[25] += np.exp(-0.5 * ((step - 20) / 6) ** 2)
corpus.check("maxwell_1d", 1, 64, (np.zeros(60), np.zeros(60), 80, 25), {0: e, 1: h}, tolerance=1e-12)

u = np.sin(np.arange(40) * 2 * np.pi / 40) + 0.3
back, ahead = u - np.roll(u, 1), np.roll(u, -1) - u
slope = np.where(back * ahead > 0, np.where(np.abs(back) < np.abs(ahead), back, ahead), 0)
left, right = u + slope / 2, np.roll(u - slope / 2, -1)
flux = (left ** 2 + right ** 2) / 4 - np.maximum(np.abs(left), np.abs(right)) * (right - left) / 2
corpus.check("burgers_muscl", 2, 32, (u, np.zeros(40), 0.2), {1: u - 0.2 * (flux - np.roll(flux, 1))}, tolerance=1e-13)
corpus.write()
