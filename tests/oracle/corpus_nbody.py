"""References for tests/exec/corpus/nbody.py."""
from expectations import *

corpus = Corpus("nbody")
rng = seeded(3)

bodies = rng.rand(75, 4).astype(np.float32)
w = bodies.astype(np.float64)
apart = w[None, :, :3] - w[:, None, :3]
r2 = np.sum(apart ** 2, axis=2) + np.float64(np.float32(0.01))
pull = np.einsum("ijc,ij->ic", apart, w[None, :, 3] / r2 ** 1.5)
corpus.check("gravity", 3, 32, (bodies, np.zeros((75, 3), np.float32)), {1: pull}, tolerance=2e-5)

grid = np.stack(np.meshgrid(*[np.arange(3)] * 3), -1).reshape(-1, 3) * 1.3
positions = grid + rng.rand(27, 3) * 0.2
box = 3.9
d = positions[:, None] - positions[None]
d -= box * np.rint(d / box)
r2 = np.sum(d * d, axis=2)
np.fill_diagonal(r2, np.inf)
near = r2 < 1.8 ** 2
s6 = np.where(near, r2, np.inf) ** -3.0
forces = np.einsum("ijc,ij->ic", d, np.where(near, 24 * (2 * s6 ** 2 - s6) / r2, 0))
energy = np.sum(2 * (s6 ** 2 - s6))
corpus.check("lennard_jones", 1, 32, (positions, box, 1.8, np.zeros((27, 3)), np.zeros(1)),
             {3: forces, 4: [energy]}, tolerance=1e-10)

velocities = rng.randn(27, 3) * 20
mass = rng.rand(27) + 0.5
v = velocities + forces / mass[:, None] * 0.05
moved = positions + v * 0.05
corpus.check("verlet_step", (4, 1), (8, 4), (positions, velocities, forces, mass, 0.05, box),
             {0: moved - np.floor(moved / box) * box, 1: v}, tolerance=1e-12)

flat = rng.rand(60, 2).astype(np.float32)
counts, lists = np.zeros(60, np.int32), np.full((60, 16), -1, np.int32)
for i in range(60):
    close = [j for j in range(60) if j != i and
             np.sum((flat[i].astype(np.float64) - flat[j].astype(np.float64)) ** 2) < 0.25 ** 2]
    counts[i] = len(close)
    lists[i, :min(16, len(close))] = close[:16]
corpus.check("neighbour_list", 2, 32, (flat, 0.25, np.zeros(60, np.int32), np.full((60, 16), -1, np.int32)),
             {2: counts, 3: lists})

spread = rng.rand(90, 2) * 7 - 1.5
at = np.trunc(spread / 0.8).astype(np.int64) % 5
table = np.zeros((5, 5), np.int32)
np.add.at(table, (at[:, 1], at[:, 0]), 1)
corpus.check("cell_index", 3, 32, (spread, 0.8, 5, np.zeros(90, np.int64), np.zeros((5, 5), np.int32)),
             {3: at[:, 1] * 5 + at[:, 0], 4: table})

velocities, mass = rng.randn(300, 3), rng.rand(300)
corpus.check("kinetic_energy", 2, 64, (velocities, mass, np.zeros(1)),
             {2: [0.5 * np.dot(mass, np.sum(velocities ** 2, axis=1))]}, tolerance=1e-12)

points = rng.rand(20, 3)
triples = np.array([rng.permutation(20)[:3] for _ in range(40)], np.int64)
legs = points[triples[:, [0, 2]]] - points[triples[:, 1]][:, None]
unit = legs / np.linalg.norm(legs, axis=2, keepdims=True)
corpus.check("bond_angles", 2, 32, (points, triples, np.zeros(40)), {2: np.sum(unit[:, 0] * unit[:, 1], axis=1)},
             tolerance=1e-12)

places, charges = np.sort(rng.rand(50)) + np.arange(50), rng.randn(50)
gaps = np.abs(places[:, None] - places[None])
np.fill_diagonal(gaps, np.inf)
corpus.check("coulomb_warp", 13, 128, (places, charges, np.zeros(50)), {2: (charges / gaps).sum(axis=1)},
             tolerance=1e-12)
corpus.write()
